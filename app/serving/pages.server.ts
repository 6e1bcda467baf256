import {
  createRequestHandler,
  type RequestHandler,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import { databaseBackSeconds } from '#platform/http/problems.server.ts'
import { type AppContext, appContext, pageFailure, pageTags } from '../context.server.ts'

export interface PagesDeps {
  context: AppContext
  /** React Router's build; read again for each request, because development changes it. */
  build: () => Promise<ServerBuild>
  mode: 'development' | 'production' | 'test'
  /** Headers of every response; a page may be stricter. */
  commonHeaders: readonly [string, string][]
}

export interface RenderedPage {
  response: Response
  /** What the page shows: it is out of date when one of these changes. */
  tags: ReadonlySet<string>
}

const notCached = ['cache-control', 'private, no-store'] as const

/** The database did not answer, and may soon do so again. */
const serviceUnavailable = 503

/** Renders the page that a request asks for. */
export function createPages({ context, build, mode, commonHeaders }: PagesDeps) {
  let latest: { build: ServerBuild; handle: RequestHandler } | null = null
  async function handler(): Promise<RequestHandler> {
    const current = await build()
    if (latest?.build !== current) {
      latest = { build: current, handle: createRequestHandler(current, mode) }
    }
    return latest.handle
  }

  return async (request: Request): Promise<RenderedPage> => {
    const tags = new Set<string>()
    const failure = { isUnavailable: false }
    const provider = new RouterContextProvider()
    provider.set(appContext, context)
    provider.set(pageTags, tags)
    provider.set(pageFailure, failure)
    const handle = await handler()
    const rendered = await handle(request, provider)
    const { body, status } = rendered
    const headers = new Headers(rendered.headers)
    for (const [name, value] of [...commonHeaders, notCached]) {
      if (!headers.has(name)) headers.set(name, value)
    }
    if (!failure.isUnavailable) return { response: new Response(body, { status, headers }), tags }
    headers.set('retry-after', String(databaseBackSeconds))
    return { response: new Response(body, { status: serviceUnavailable, headers }), tags }
  }
}
