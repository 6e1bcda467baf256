import { randomUUID } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
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
import { appContext, pageFailure } from './context.server.ts'
import { setPagePolicy, toDocument } from './serving/document.server.ts'

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
  const { document, scripts } = toDocument(rendered, nonce)
  setPagePolicy(headers, scripts, new URL(request.url).pathname, context.get(appContext))
  return new Response(document, { status, headers })
}

/** @throws what any part of the page throws, also inside a boundary */
function render(page: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      onAllReady: () => resolve(text(pipe(new PassThrough()))),
      onError: reject,
      // Otherwise React sends long parts at the end, and a script moves them to their places.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    })
  })
}

/** Logs what a loader or a component throws, but not a visitor who left or a page that does not exist. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  if (classifyQueryError(error)) context.get(pageFailure).isUnavailable = true
  const { log } = context.get(appContext)
  log.error({ err: error, path: new URL(request.url).pathname }, 'page failed')
}
