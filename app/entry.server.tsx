import { renderToReadableStream } from 'react-dom/server'
import {
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { appContext } from './context.server.ts'

/**
 * Renders a page whole before it is sent: the page cache keeps finished bytes, and no page of the shop streams.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
) {
  let failed = false
  const stream = await renderToReadableStream(
    <ServerRouter context={entryContext} url={request.url} />,
    {
      signal: request.signal,
      onError(error) {
        failed = true
        logFailure(error, request, context)
      },
    },
  )
  await stream.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(request.method === 'HEAD' ? null : stream, {
    status: failed ? 500 : status,
    headers,
  })
}

/** A loader that fails is a bug and is logged; a visitor who left is not. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) logFailure(error, request, context)
}

function logFailure(error: unknown, request: Request, context: Readonly<RouterContextProvider>) {
  const { pathname } = new URL(request.url)
  context.get(appContext).log.error({ err: error, path: pathname }, 'page failed')
}
