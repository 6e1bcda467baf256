import type { BrowserContext, Page } from '@playwright/test'
import { expect } from './shop-test.ts'

/**
 * Does to every page of a context what a browser's own translation does: each text gives way to
 * `<font><font>text</font></font>`, also those that come later, but not in [translate="no"]. The words stay, so that walks
 * find them. It starts when React has taken the page over, or at once: on pages that it does not run, and if `isEarly`.
 */
export async function translatePages(context: BrowserContext, { isEarly = false } = {}) {
  await context.addInitScript((startsEarly) => {
    const kept = 'script, style, textarea, option, [translate="no"], .notranslate, font'

    function wrap(text: Text) {
      if (text.data.trim() === '' || !text.parentElement || text.parentElement.closest(kept)) return
      const font = document.createElement('font')
      font.append(document.createElement('font'))
      font.firstElementChild?.append(text.data)
      text.replaceWith(font)
    }

    function translate(root: Node) {
      if (root instanceof Text) return wrap(root)
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      const texts: Node[] = []
      while (walker.nextNode()) texts.push(walker.currentNode)
      for (const text of texts) wrap(text as Text)
    }

    function start() {
      document.documentElement.lang = 'hi'
      document.documentElement.classList.add('translated-ltr')
      translate(document.body)
      new MutationObserver((records) => {
        for (const { addedNodes } of records)
          for (const node of addedNodes) if (node.isConnected) translate(node)
      }).observe(document.body, { childList: true, subtree: true })
    }

    function isReady() {
      if (document.readyState === 'loading') return false
      // React does not run on every page.
      if (!('__reactRouterContext' in window)) return true
      // A part of a page is taken over later than the page.
      const parts = [
        ...document.querySelectorAll('#main, h1, h2, p, dd, li, label, a, button, input'),
      ]
      return parts.every((part) => Object.keys(part).some((key) => key.startsWith('__reactProps')))
    }

    const wait = () => (isReady() ? start() : requestAnimationFrame(wait))
    if (startsEarly) addEventListener('DOMContentLoaded', start)
    else wait()
  }, isEarly)
}

/** The page is translated, React has not given up, and what somebody typed is everywhere as they typed it. */
export async function seeTranslated(page: Page, ...typed: string[]) {
  await expect(page.locator('main font font').first()).toBeAttached()
  await expect(page.getByText('Something went wrong')).toHaveCount(0)
  for (const words of typed) {
    await expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible()
    await expect(page.locator('font', { hasText: words })).toHaveCount(0)
  }
}
