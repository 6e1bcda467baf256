import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect } from './shop-test.ts'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing that axe finds: WCAG 2.2 AA and its best practices. What moves has come to rest first. */
export async function seeNoBarrier(page: Page, state: string) {
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter((one) => {
      const { iterations } = one.effect?.getComputedTiming() ?? {}
      return iterations !== Number.POSITIVE_INFINITY
    })
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: rules, resultTypes: ['violations'] })
    // Without a second tab for each look. It leaves out frames of other sites: the map.
    .setLegacyMode()
    .analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
  expect.soft([...found, ...(await page.evaluate(misbuiltForms))], state).toEqual([])
}

/** As it is, and then on a phone. */
export async function seeNoBarrierAtAnyWidth(page: Page, state: string) {
  await seeNoBarrier(page, state)
  const viewport = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await seeNoBarrier(page, `${state}, on a phone`)
  if (viewport) await page.setViewportSize(viewport)
}

/** What HTML asks of forms and axe does not look at. */
function misbuiltForms(): string[] {
  const controls = 'button, input:not([type=hidden]), select, textarea, output, meter, progress'
  const withoutSubmit = [...document.forms].filter(
    ({ elements }) =>
      ![...elements].some((one) => one.matches('[type=submit], button:not([type])')),
  )
  const withoutLegend = [...document.querySelectorAll('fieldset')].filter(
    ({ firstElementChild }) => firstElementChild?.tagName !== 'LEGEND',
  )
  const ofSeveral = [...document.querySelectorAll('label')].filter((label) => {
    const named = new Set<Element>(label.querySelectorAll(controls))
    for (const one of document.querySelectorAll(`[id="${label.htmlFor}"]`)) named.add(one)
    return named.size > 1
  })
  const found: [string, Element[]][] = [
    ['a form has a button that sends it', withoutSubmit],
    ['a fieldset begins with its legend', withoutLegend],
    ['a label names one control', ofSeveral],
    [
      'a field for any telephone number takes no part of one',
      [...document.querySelectorAll('input[type=tel][autocomplete^="tel-"]')],
    ],
  ]
  return found.flatMap(([rule, elements]) =>
    elements.map(({ outerHTML }) => `${rule}: ${outerHTML.slice(0, 200)}`),
  )
}

/** On the narrowest screens nothing is to be scrolled sideways. */
export async function seeNothingTooWide(page: Page) {
  const viewport = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  if (viewport) await page.setViewportSize(viewport)
}

/** As high as a finger needs, with nothing over its edges. */
export async function seeTouchable(target: Locator) {
  await target.scrollIntoViewIfNeeded()
  const { height, edges } = await target.evaluate((element) => {
    const { left, width, top, bottom } = element.getBoundingClientRect()
    const isHit = (y: number) => element.contains(document.elementFromPoint(left + width / 2, y))
    return { height: bottom - top, edges: [isHit(top + 1), isHit(bottom - 1)] }
  })
  expect(height).toBeGreaterThanOrEqual(44)
  expect(edges).toEqual([true, true])
}

/** No toast stands over a field, its label or its message; it may need a moment to move away. */
export async function seeNoFieldCovered(page: Page) {
  const covered = () =>
    page.evaluate(() => {
      const toasts = [...document.querySelectorAll('.toasts li')]
      // What is scrolled below the header is hidden by it.
      const seenFrom = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
      const fields = [...document.querySelectorAll('main form :is(label, input, textarea, p)')]
      return fields.flatMap((field) => {
        const one = field.getBoundingClientRect()
        if (one.height === 0 || one.bottom <= seenFrom) return []
        const isBelow = toasts.some((toast) => {
          const other = toast.getBoundingClientRect()
          const isBeside = one.right <= other.left || one.left >= other.right
          return !isBeside && one.bottom > other.top && Math.max(one.top, seenFrom) < other.bottom
        })
        return isBelow ? [field.textContent || field.tagName] : []
      })
    })
  await expect.poll(covered).toEqual([])
}

/** Nothing cuts the ring around what has the focus: an ancestor that hides or scrolls what leaves it would. */
export async function seeWholeFocusRings(page: Page) {
  // From the keyboard, so that rings are drawn.
  await page.keyboard.press('Tab')
  const cut = await page.evaluate(() => {
    const ringOf = (element: HTMLElement) => {
      const { outlineWidth, outlineOffset } = getComputedStyle(element)
      return Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    }
    const isCut = (element: HTMLElement, ring: number) => {
      const own = element.getBoundingClientRect()
      for (let around = element.parentElement; around; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around)
        if (around === document.body) return false
        if (overflowX === 'visible' && overflowY === 'visible') continue
        const box = around.getBoundingClientRect()
        const above = own.top >= box.top && own.top - ring < box.top - 1
        const below = own.bottom <= box.bottom && own.bottom + ring > box.bottom + 1
        if (above || below) return true
      }
      return false
    }
    const found = document.querySelectorAll<HTMLElement>(
      ':is(main, nav) :is(a, button, input, select, summary)',
    )
    return [...found].flatMap((element) => {
      element.focus({ preventScroll: true })
      const ring = element.matches(':focus-visible') ? ringOf(element) : 0
      return ring > 0 && isCut(element, ring) ? (element.textContent ?? element.outerHTML) : []
    })
  })
  expect(cut, 'focus rings that are cut').toEqual([])
}

/** Where no script runs: only buttons that send a form to an address are shown. */
export async function seeNoDeadButton(page: Page) {
  const shown = page.locator('button').filter({ visible: true })
  const dead = await shown.evaluateAll((buttons) =>
    buttons
      .filter((button) => !(button as HTMLButtonElement).form?.hasAttribute('action'))
      .map(({ textContent }) => textContent),
  )
  expect(dead, page.url()).toEqual([])
}
