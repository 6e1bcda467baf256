import { inlineScripts } from '#platform/http/security-headers.server.ts'
import { firstScript } from './first-script.ts'

/** Fetches the modules of a page after its first paint, or after two seconds. */
const startModules = `(() => {
  const start = () => {
    const later = document.querySelector('script[type=later]')
    if (!later) return
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = later.textContent
    later.replaceWith(script)
  }
  // A hidden tab is not painted, and not every browser reports a paint.
  if (document.hidden || !window.PerformanceObserver) return start()
  setTimeout(start, 2000)
  new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length) start()
  }).observe({ type: 'paint', buffered: true })
})()`

/**
 * Lets a page fetch its modules after its first paint: on a slow line the fonts and the picture in sight come first.
 * React Router would have them fetched first, and has no setting for this.
 */
export function loadModulesAfterPaint(document: string): string {
  return document
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace('<script type="module" async="">', '<script type="later">')
    .replace(/<\/body><\/html>$/, () => `<script>${startModules}</script></body></html>`)
}

const router = 'window.__reactRouterContext'
const dataStart = `${router}.streamController.enqueue(`
const dataEnd = ');'

/** React Router's other scripts: its settings, the end of its data, where to scroll, and the modules of the page. */
const routerScripts = [
  /^window\.__reactRouterContext = \{[\w\s":,/{}]*\};window\.__reactRouterContext\.stream = new ReadableStream\(\{start\(controller\)\{window\.__reactRouterContext\.streamController = controller;\}\}\)\.pipeThrough\(new TextEncoderStream\(\)\);$/,
  /^window\.__reactRouterContext\.streamController\.close\(\);$/,
  /^\(\(storageKey, restoreKey\) => \{[^<]*\}\)\("react-router-scroll-positions", null\)$/,
  /^(import (\* as \w+ from )?"\/assets\/[\w.-]+";\s*|const \w+ = \{[\w.,]*\};\s*)+window\.__reactRouterRouteModules = \{[\w":/.,-]*\};\s*import\("\/assets\/[\w.-]+"\);$/,
]

/** The inline scripts of a document that may run: the shop's own and React Router's. No other is allowed by the policy. */
export function allowedScripts(document: string): string[] {
  return inlineScripts(document).filter(isKnown)
}

function isKnown(script: string): boolean {
  return (
    script === firstScript ||
    script === startModules ||
    isData(script) ||
    routerScripts.some((shape) => shape.test(script))
  )
}

/** What loaders returned, as React Router hands it to the browser: one JSON text. */
function isData(script: string): boolean {
  if (!script.startsWith(dataStart) || !script.endsWith(dataEnd)) return false
  try {
    return typeof JSON.parse(script.slice(dataStart.length, -dataEnd.length)) === 'string'
  } catch {
    return false
  }
}
