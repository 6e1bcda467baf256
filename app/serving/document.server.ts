import {
  contentSecurityPolicy,
  inlineScripts,
  permissionsPolicy,
} from '#platform/http/security-headers.server.ts'
import { providerSources } from '#shop/payments/browser-provider.ts'
import type { AppContext } from '../context.server.ts'
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
 * Makes a page load its modules after its first paint, so that fonts and visible pictures come first on a slow network.
 * React Router has no setting for this.
 */
function loadModulesAfterPaint(document: string): string {
  return document
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace('<script type="module" async="">', '<script type="later">')
    .replace(/<\/body><\/html>$/, () => `<script>${startModules}</script></body></html>`)
}

/**
 * The inline scripts of a rendered page that may run: the shop's own, and those that React Router marked with the nonce of
 * this rendering. Text that somebody smuggled into the page does not know the nonce, whatever it looks like.
 */
function allowedScripts(rendered: string, nonce: string): string[] {
  const marked = inlineScripts(rendered).filter(({ attributes }) =>
    attributes.includes(` ${nonceAttribute(nonce)}`),
  )
  return [firstScript, startModules, ...marked.map(({ text }) => text)]
}

const nonceAttribute = (nonce: string) => `nonce="${nonce}"`

/** The document of a rendered page, without its nonce, and the scripts that may run in it. */
export function toDocument(rendered: string, nonce: string) {
  const document = loadModulesAfterPaint(rendered.replaceAll(` ${nonceAttribute(nonce)}`, ''))
  return { document, scripts: allowedScripts(rendered, nonce) }
}

const mailPage = /^\/admin\/outbox\/./i

/** Pages whose addresses are secrets: no referrer is sent. */
const secretPage = /^\/(run|track)\/./i

const paymentPage = /^\/order\/?$/i

export function setPagePolicy(
  headers: Headers,
  scripts: readonly string[],
  path: string,
  { shop, payments }: Pick<AppContext, 'shop' | 'payments'>,
) {
  const provider = paymentPage.test(path) ? providerSources(payments.active.forBrowser) : null
  const ownFrames = mailPage.test(path) ? ["'self'"] : []
  const form = shop.contactFormUrl ? [originOf(shop.contactFormUrl)] : []
  const policy = contentSecurityPolicy(scripts, {
    scripts: provider?.scripts ?? [],
    frames: [originOf(shop.mapEmbedUrl), ...ownFrames, ...(provider?.frames ?? [])],
    connections: [...form, ...(provider?.connections ?? [])],
  })
  headers.set('content-security-policy', policy)
  if (secretPage.test(path)) headers.set('referrer-policy', 'no-referrer')
  if (!provider) return
  headers.set('permissions-policy', permissionsPolicy(provider.paymentRequests))
  // The common 'same-origin' cuts a window off from the frame that opened it.
  if (provider.opensWindows) headers.set('cross-origin-opener-policy', 'same-origin-allow-popups')
}

function originOf(url: string): string {
  return new URL(url).origin
}
