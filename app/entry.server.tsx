import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { classifyQueryError } from '#platform/database/database-errors.server.ts'
import {
  contentSecurityPolicy,
  inlineScripts,
  permissionsPolicy,
} from '#platform/http/security-headers.server.ts'
import { providerSources } from '#shop/payments/browser-provider.ts'
import { type AppContext, appContext, pageFailure } from './context.server.ts'
import { firstScript } from './serving/first-script.ts'

/** Renders the document of a page. Responses are cached, so it is sent when all of it is there. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
) {
  const nonce = randomUUID()
  const page = <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
  const rendered = await render(page)
  headers.set('content-type', 'text/html; charset=utf-8')
  // In development Vite has scripts of its own.
  if (import.meta.env.DEV) return new Response(rendered, { status, headers })
  const { document, scripts } = toDocument(rendered.toString('latin1'), nonce)
  setPagePolicy(headers, scripts, new URL(request.url).pathname, context.get(appContext))
  return new Response(Buffer.from(document, 'latin1'), { status, headers })
}

/** @throws what any part of the page throws, also inside a boundary */
function render(page: ReactNode): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => resolve(buffer(pipe(new PassThrough()))),
      onError: reject,
      // Otherwise React sends long parts at the end, and a script moves them to their places.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    })
  })
}

/**
 * Fetches the modules of a page after its first paint, or after two seconds; none in a browser that is too old for them.
 * A hidden tab is not painted, and not every browser reports a paint.
 */
const startModules = `(() => {
  const start = () => {
    const later = document.querySelector('html:not([data-script=old]) script[type=later]')
    if (!later) return
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
    const script = document.createElement('script')
    script.type = 'module'
    script.textContent = later.textContent
    later.replaceWith(script)
  }
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
  return [firstScript, startModules, ...marked.map(({ text }) => utf8(text))]
}

const utf8 = (bytes: string) => Buffer.from(bytes, 'latin1').toString()

const nonceAttribute = (nonce: string) => `nonce="${nonce}"`

/**
 * The document of a rendered page, without its nonce, and the scripts that may run in it. Both strings have one character
 * for each byte of UTF-8: a string with a ₹ in it takes twice the memory, and several times as long to change.
 */
function toDocument(rendered: string, nonce: string) {
  const document = loadModulesAfterPaint(rendered.replaceAll(` ${nonceAttribute(nonce)}`, ''))
  return { document, scripts: allowedScripts(rendered, nonce) }
}

/** Pages whose addresses are secrets: no referrer is sent. */
const secretPage = /^\/(run|track|pay)\/./i

/** Where money is paid online. */
const paymentPage = /^\/(order|pay\/[^/]+)\/?$/i

function setPagePolicy(
  headers: Headers,
  scripts: readonly string[],
  path: string,
  { shop, payments }: AppContext,
) {
  const provider = paymentPage.test(path) ? providerSources(payments.active.forBrowser) : null
  const form = shop.contactFormUrl ? [originOf(shop.contactFormUrl)] : []
  const map = shop.mapEmbedUrl ? [originOf(shop.mapEmbedUrl)] : []
  const policy = contentSecurityPolicy(scripts, {
    scripts: provider?.scripts ?? [],
    frames: [...map, ...(provider?.frames ?? [])],
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

/** Logs what a loader or a component throws, but not a visitor who left or a page that does not exist. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  if (classifyQueryError(error)) context.get(pageFailure).isUnavailable = true
  const { log } = context.get(appContext)
  log.error({ err: error, path: new URL(request.url).pathname }, 'page failed')
}
