import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { HTTPException } from 'hono/http-exception'
import { serveApiDocs } from '#platform/http/api-docs.server.ts'
import type { PageCache } from '#platform/http/page-cache.server.ts'
import { commonSecurityHeaders } from '#platform/http/security-headers.server.ts'
import { serveClientFiles } from '#platform/http/static-files.server.ts'
import { metricsOfAll } from '#platform/watch/metrics-of-all.server.ts'
import { type ReadyChecks, serveHealth } from '#platform/watch/serve-health.server.ts'
import { serveMetrics } from '#platform/watch/serve-metrics.server.ts'
import type { Watch } from '#platform/watch/watch.server.ts'
import { servePictures } from '#shop/pictures/serve-pictures.server.ts'
import { createShopApi } from './api.server.ts'
import type { Config } from './config.server.ts'
import type { AppContext } from './context.server.ts'
import { pagePattern } from './page-patterns.server.ts'
import { createPages } from './pages.server.ts'

const clientFolder = 'build/client'

const pageBuild = () => import('virtual:react-router/server-build')

export interface HttpParts {
  cache: PageCache
  watch: Watch
  /** What must be usable before requests are sent here, and whether any should be. */
  ready: { checks: ReadyChecks; isWanted: () => boolean }
}

/** Answers every request: an operator's, then the API's, those for pictures and built files, and whatever is left is a page's. */
export function createFetch(context: AppContext, config: Config, parts: HttpParts) {
  const { cache, watch } = parts
  const securityHeaders = commonSecurityHeaders(config.publicUrl)
  const pages = createPages({ context, build: pageBuild, cache, mode: config.mode })
  const hono = new Hono().use(watch.requests())
  // Before all else: no limit, no session and no page stands in their way.
  for (const routes of forOperators(context, config, parts)) hono.route('/', routes)
  hono
    .use(async (c, next) => {
      await next()
      for (const [name, value] of securityHeaders) {
        // A page may be stricter than the rest.
        if (!c.res.headers.has(name)) c.header(name, value)
      }
    })
    .use(compress())
    .use('/api/v1/cakes/*', etag())
    .route('/api/v1', createShopApi(context, config))
    .route(
      '/api/docs',
      serveApiDocs({ title: `${config.shop.name} API`, openApiUrl: '/api/v1/openapi.json' }),
    )
    .route('/', servePictures(context.files))
  if (config.mode !== 'development') hono.route('/', serveClientFiles(clientFolder))
  hono.all('*', async (c) => {
    const { routes } = await pageBuild()
    watch.notes.route(c.req.raw, pagePattern(routes, c.req.path))
    return pages(c.req.raw)
  })
  hono.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    context.log.error({ err: error, path: c.req.path }, 'request failed')
    return c.text('Something went wrong on our side. Please try again.', 500)
  })
  return (request: Request, env: object) => hono.fetch(request, env)
}

function forOperators({ log }: AppContext, { metricsToken }: Config, { watch, ready }: HttpParts) {
  return [
    serveHealth({ log, ...ready }),
    serveMetrics({ token: metricsToken, read: metricsOfAll(watch.metrics.registry) }),
  ]
}
