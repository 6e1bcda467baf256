import { buffer } from 'node:stream/consumers'
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router'
import { classifyQueryError } from '#platform/database/database-errors.server.ts'
import { appContext, finishedPage, pageFailure } from './context.server.ts'
import { finishPage } from './serving/finish-page.server.ts'
import { createMarkupKeeper } from './serving/kept-markup.server.ts'
import { wholeMarkup } from './serving/whole-markup.server.ts'
import stylesheet from './ui/app.css?inline'
import { MarkupKeeper } from './ui/kept-markup.tsx'

const css = Buffer.from(import.meta.env.PROD ? stylesheet : '')

/**
 * Renders a page whole before it is sent: answers are kept as finished bytes, and no page of the shop streams. The
 * page is noted in the context instead of the answer's body, which would only be read again.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  page: EntryContext,
  context: RouterContextProvider,
) {
  const { serverHandoffStream, ...rest } = page
  const data = serverHandoffStream ? await buffer(serverHandoffStream) : Buffer.alloc(0)
  const { keep, fill } = createMarkupKeeper()
  const markup = await wholeMarkup(
    // Where components change nothing is kept of them.
    <MarkupKeeper value={import.meta.env.PROD ? keep : null}>
      <ServerRouter context={rest} url={request.url} />
    </MarkupKeeper>,
  )
  context.get(finishedPage).page = finishPage({
    markup,
    fill,
    data,
    css,
    scriptsLast: import.meta.env.PROD,
  })
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(null, { status, headers })
}

/** A loader that fails is a bug and is logged; a visitor who left, or asked for what no page does, is not. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  if (classifyQueryError(error)) context.get(pageFailure).isUnavailable = true
  logError(context, error, request)
}

function logError(context: Readonly<RouterContextProvider>, error: unknown, request: Request) {
  context
    .get(appContext)
    .log.error({ err: error, path: new URL(request.url).pathname }, 'page failed')
}
