import { inlineScripts } from '#platform/http/security-headers.server.ts'

interface PageParts {
  /** What React made: the whole document, its style element empty, without what its loaders read. */
  markup: string
  /** Markup as bytes, with what is kept of it in its places. */
  fill: (markup: string) => Buffer[]
  /** What its loaders read, as React Router takes it in the browser. */
  data: Buffer
  css: Buffer
  /** Scripts are fetched once the page has been painted. */
  scriptsLast: boolean
}

/** A page ready to be sent. */
export interface FinishedPage {
  html: Buffer<ArrayBuffer>
  /** Its inline scripts, for its policy; few, because what differs from page to page is data and no script. */
  scripts: string[]
}

const styleTag = '<style id="css">'
const end = '</body></html>'

/** Puts a page together. What is long goes in as bytes, so that no page's share of it is escaped or encoded again. */
export function finishPage({ markup, fill, data, css, scriptsLast }: PageParts): FinishedPage {
  const styles = markup.indexOf(styleTag) + styleTag.length
  const head = markup.slice(0, styles)
  const body = markup.slice(styles, -end.length)
  const last = scriptsLast ? takeData + fetchScripts : takeData
  return {
    html: Buffer.concat([
      Buffer.from(`<!DOCTYPE html>${scriptsLast ? preloadLater(head) : head}`),
      css,
      ...fill(
        `${scriptsLast ? runLater(body) : body}<script type="application/json" id="page-data">`,
      ),
      inScript(data),
      Buffer.from(`</script><script>${last}</script>${end}`),
    ]),
    scripts: [...inlineScripts(markup), last],
  }
}

/*
 * The page is complete without its scripts: they are fetched once it has been painted, so that fonts and the picture
 * in sight have a slow line to themselves. React Router would ask for them first.
 */
function preloadLater(head: string) {
  return head.replaceAll('<link rel="modulepreload"', '<link rel="later"')
}

function runLater(body: string) {
  const module = '<script type="module" async="">'
  const at = body.lastIndexOf(module)
  return at < 0
    ? body
    : `${body.slice(0, at)}<script type="later">${body.slice(at + module.length)}`
}

const tag = Buffer.from('<')

/** JSON that no tag can end. */
function inScript(json: Buffer): Buffer {
  if (!json.includes(tag)) return json
  return Buffer.from(json.toString().replaceAll('<', '\\u003c'))
}

const takeData = `{
  const { streamController } = window.__reactRouterContext
  streamController.enqueue(document.getElementById('page-data').textContent)
  streamController.close()
}
`

const fetchScripts = `(() => {
  let asked = false
  const fetchThem = () => {
    if (asked) return
    asked = true
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = document.querySelector('script[type=later]').textContent
    document.head.append(script)
  }
  // A page in a hidden tab is not painted, and not every browser tells when it has painted.
  if (document.hidden || !window.PerformanceObserver) return fetchThem()
  setTimeout(fetchThem, 2000)
  new PerformanceObserver((seen) => {
    if (seen.getEntriesByName('first-contentful-paint').length) fetchThem()
  }).observe({ type: 'paint', buffered: true })
})()`
