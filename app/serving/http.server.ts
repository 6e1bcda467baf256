import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { HTTPException } from 'hono/http-exception'
import type { ServerBuild } from 'react-router'
import { AppError } from '#platform/app-error.ts'
import { apiBase } from '#platform/http/api-client.ts'
import { serveApiDocs } from '#platform/http/api-docs.server.ts'
import type { FinishedAnswers, MadeAnswer } from '#platform/http/finished-answers.server.ts'
import { createLane, type LaneLimits } from '#platform/http/lane.server.ts'
import { plainAnswerOf } from '#platform/http/plain-answer.server.ts'
import { problemResponse } from '#platform/http/problems.server.ts'
import {
  commonSecurityHeaders,
  securityHeadersOfData,
} from '#platform/http/security-headers.server.ts'
import { serveClientFiles } from '#platform/http/static-files.server.ts'
import type { Observability } from '#platform/observability/observability.server.ts'
import {
  type ReadyChecks,
  serveHealth,
  serveMetrics,
} from '#platform/observability/serve-health.server.ts'

import { createMetricsReader } from '#platform/observability/worker-metrics.server.ts'
import { servePictures } from '#shop/pictures/serve-pictures.server.ts'
import { createShopApi } from '../api.server.ts'
import type { Config } from '../config/config.server.ts'
import type { AppContext } from '../context.server.ts'
import { pageOfNothing } from './cache-key.server.ts'
import { pagePattern } from './page-patterns.server.ts'
import { createPages } from './pages.server.ts'
import { createAnswersForAll, type FinishDeps, isRead } from './public-responses.server.ts'

const clientFolder = 'build/client'

export interface HttpParts {
  finished: FinishedAnswers
  watch: Observability
  /** React Router's build; asked for anew at each request, because development changes it. */
  pageBuild: () => Promise<ServerBuild>
  /** How many pages that are one visitor's own may be rendered at once. */
  rendering: LaneLimits
  /** What must be usable before requests are sent here, and whether any should be. */
  ready: { checks: ReadyChecks; isWanted: () => boolean }
}

/** What answers requests. */
export interface Answering {
  /** Answers what is the same for everybody, finished or made now; false where `fetch` is to answer. */
  answerAtOnce: ReturnType<typeof createAnswersForAll>['atOnce']
  fetch(request: Request, env: object): Response | Promise<Response>
}

/** Answers every request: an operator's, then the API's, those for pictures and built files, and whatever is left is a page's. */
export function createAnswering(context: AppContext, config: Config, parts: HttpParts): Answering {
  const { finished, watch, pageBuild: build } = parts
  const { mode, publicUrl } = config
  const commonHeaders = commonSecurityHeaders(publicUrl)
  const isFinishing = mode !== 'development'
  const api = createShopApi(context, config)
  const render = createPages({ context, build, mode, commonHeaders })

  async function pageForAll(path: string): Promise<MadeAnswer> {
    const { response, tags } = await render(new Request(new URL(path, publicUrl)))
    return { answer: await plainAnswerOf(response), tags }
  }

  function failed(error: unknown, path: string): Response {
    if (error instanceof HTTPException) return error.getResponse()
    if (error instanceof AppError && !path.startsWith(apiBase)) return refusal(error)
    return problemResponse(error, context.log, path)
  }

  const forAll = createAnswersForAll({
    ...{ finished, watch, reads: api.readsForAll, pageForAll, commonHeaders, failed },
    isOnShow: async (cakeId) => context.publishedCakes.current().byId.has(cakeId),
    dataHeaders: securityHeadersOfData(publicUrl),
  })
  const hono = new Hono().use(watch.requests())
  // Before all else: no limit, no session and no page stands in their way.
  for (const routes of forOperators(context, config, parts)) hono.route('/', routes)
  if (isFinishing) hono.use(forAll.handle)
  hono
    .use(async (c, next) => {
      await next()
      for (const [name, value] of commonHeaders) {
        // A page may be stricter than the rest.
        if (!c.res.headers.has(name)) c.header(name, value)
      }
    })
    .use(compress())
    .route(apiBase, api.hono)
    .route(
      '/api/docs',
      serveApiDocs({ title: `${config.shop.name} API`, openApiUrl: `${apiBase}/openapi.json` }),
    )
    .route('/', servePictures(context.files))
  if (isFinishing) hono.route('/', serveClientFiles(clientFolder))
  hono.all('*', answerPages({ ...parts, render, pageForAll, isFinishing }))
  hono.onError((error, c) => failed(error, c.req.path))
  return {
    answerAtOnce: isFinishing ? forAll.atOnce : () => false,
    fetch: (request, env) => hono.fetch(request, env),
  }
}

interface PageParts extends HttpParts {
  render: ReturnType<typeof createPages>
  pageForAll: FinishDeps['pageForAll']
  isFinishing: boolean
}

/** Pages: what is left. Those that are one visitor's own are rendered each time, but never too many at once. */
function answerPages(parts: PageParts) {
  const { finished, watch, pageBuild, render, pageForAll, isFinishing } = parts
  const ownPages = createLane(parts.rendering)
  return async ({ req: { raw, path } }: Context): Promise<Response> => {
    const { routes } = await pageBuild()
    const route = pagePattern(routes, path)
    watch.notes.route(raw, route)
    if (route !== '/*' || !isRead(raw.method) || !isFinishing) {
      const { response } = await ownPages(() => render(raw))
      return response
    }
    const nothing = pageOfNothing(path)
    return finished.respond(raw, nothing, () => pageForAll(nothing.path))
  }
}

function refusal({ status, message, retryAfterSeconds }: AppError): Response {
  const headers = new Headers({ 'content-type': 'text/plain; charset=utf-8' })
  if (retryAfterSeconds) headers.set('retry-after', String(retryAfterSeconds))
  return new Response(message, { status, headers })
}

function forOperators({ log }: AppContext, { metricsToken }: Config, { watch, ready }: HttpParts) {
  return [
    serveHealth({ log, ...ready }),
    serveMetrics({ token: metricsToken, read: createMetricsReader(watch.metrics.registry) }),
  ]
}
