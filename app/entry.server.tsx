import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { faultOfDatabase } from '#platform/database/database-faults.server.ts'
import { appContext, pageFailure } from './context.server.ts'

/** Renders a page whole before it is sent: the page cache keeps finished bytes, and no page of the shop streams. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  context: RouterContextProvider,
) {
  let failed = false
  const stream = await renderToReadableStream(<ServerRouter context={page} url={request.url} />, {
    signal: request.signal,
    onError(error) {
      failed = true
      logError(context, error, request)
    },
  })
  await stream.allReady
  const html = await new Response(stream).text()
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(
    request.method === 'HEAD' ? null : import.meta.env.PROD ? scriptsLast(html) : html,
    {
      status: failed ? 500 : status,
      headers,
    },
  )
}

/**
 * The page is complete without its scripts: they are fetched once it has been painted, so that fonts and the picture
 * in sight have a slow line to themselves. React Router would ask for them first.
 */
function scriptsLast(html: string) {
  return html
    .replaceAll('<link rel="modulepreload"', '<link rel="later"')
    .replace('<script type="module" async="">', '<script type="later">')
    .replace('</body>', `<script>${fetchScripts}</script></body>`)
}

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

/** A loader that fails is a bug and is logged; a visitor who left, or asked for what no page does, is not. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  if (faultOfDatabase(error)) context.get(pageFailure).isUnavailable = true
  logError(context, error, request)
}

function logError(context: Readonly<RouterContextProvider>, error: unknown, request: Request) {
  context
    .get(appContext)
    .log.error({ err: error, path: new URL(request.url).pathname }, 'page failed')
}
