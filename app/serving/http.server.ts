import { readdirSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { HTTPException } from 'hono/http-exception'
import type { ServerBuild } from 'react-router'
import { serveClientFiles } from '#app/serving/client-files.server.ts'
import { AppError } from '#platform/app-error.ts'
import { apiBase } from '#platform/http/api-client.ts'
import { withoutNul } from '#platform/http/api-guards.server.ts'
import { addressOf, clientAddress, rememberClient } from '#platform/http/client.server.ts'
import {
  type ConcurrencyLimits,
  createConcurrencyLimit,
} from '#platform/http/limits/concurrency-limit.server.ts'
import { readCosts } from '#platform/http/limits/limiter.server.ts'
import { endAfterBody } from '#platform/http/limits/request-bodies.server.ts'
import { serveApiDocs } from '#platform/http/open-api.server.ts'
import { problemResponse } from '#platform/http/problems.server.ts'
import type { ResponseCache, ResponseData } from '#platform/http/response-cache.server.ts'
import { securityHeaders } from '#platform/http/security-headers.server.ts'
import {
  type ReadyChecks,
  serveHealth,
  serveMetrics,
} from '#platform/observability/metrics.server.ts'
import type {
  Observability,
  RequestVariables,
} from '#platform/observability/observability.server.ts'
import { servePictures } from '#shop/pictures/upload-picture.server.ts'
import { serveOneClickUnsubscribe } from '#shop/storefront/newsletter/newsletter.server.tsx'
import { shownPages } from '#shop/storefront/robot-files.server.ts'
import { linkFolders, mendedLink } from '#shop/values/link-token.ts'
import { createShopApi } from '../api.server.ts'
import type { Config } from '../config/config.server.ts'
import type { AppContext } from '../context.server.ts'
import { assetsFolder, clientFolder, serveKeptAssets } from './client-files.server.ts'
import { createPages, notFoundPattern, pagePattern } from './pages.server.ts'
import { createPublicResponses, publicRoutes } from './public-responses.server.ts'

interface HttpSettings {
  context: AppContext
  config: Config
  observability: Observability
  responseCache: ResponseCache
  /** React Router's build; read for each request, because development changes it. */
  pageBuild: () => Promise<ServerBuild>
  /** How many pages of one visitor may be rendered at once. */
  rendering: ConcurrencyLimits
  /** Null where commands open the database themselves. */
  operatorCalls: Hono | null
  ready: { checks: ReadyChecks; acceptsRequests: () => boolean }
}

export interface HttpHandler {
  handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void>
  /** Handles a request that is not public; for tests. */
  fetch(request: Request, env: object): Response | Promise<Response>
}

const docsPath = '/api/docs'
const cakesPath = '/cakes'
const operatorPaths = ['/healthz', '/readyz', '/metrics']

/** Public responses first; then, by Hono: operators, the API, pictures, built files, and pages of one visitor. */
export function createHttpHandler(settings: HttpSettings): HttpHandler {
  const { context, config, observability, responseCache, pageBuild } = settings
  const { publicUrl, mode } = config
  const isBuilt = mode !== 'development'
  const commonHeaders = securityHeaders(publicUrl)
  const api = createShopApi(context, config)
  const render = createPages({ context, build: pageBuild, mode, commonHeaders })

  function errorResponse(error: unknown, path: string): Response {
    if (error instanceof HTTPException) return error.getResponse()
    if (error instanceof AppError && !path.startsWith(apiBase)) return textResponse(error)
    return problemResponse(error, context.log, path)
  }

  const hono = new Hono<RequestVariables>().use(observability.middleware())
  hono.use(async (c, next) => {
    await next()
    for (const [name, value] of commonHeaders) {
      // A page may be stricter.
      if (!c.res.headers.has(name)) c.header(name, value)
    }
  })
  // First, so that no limit or session applies to them.
  hono.route('/', serveHealth({ log: context.log, ...settings.ready }))
  hono.route(
    '/',
    serveMetrics({
      token: config.metricsToken,
      read: () => observability.metrics.registry.metrics(),
    }),
  )
  if (settings.operatorCalls) hono.route('/', settings.operatorCalls)
  hono
    .use(compress())
    .route(apiBase, api.hono)
    .route(
      docsPath,
      serveApiDocs({ title: `${config.shop.name} API`, openApiUrl: `${apiBase}/openapi.json` }),
    )
    .route('/', servePictures(context.files))
    .route('/', serveOneClickUnsubscribe(context, config))
  // A service worker serves its own folder, unless it is allowed another.
  for (const [worker, folder] of [
    ['offline-worker', '/run/'],
    ['notice-worker', '/admin'],
  ]) {
    hono.use(`/assets/:file{${worker}-.+}`, async (c, next) => {
      await next()
      c.header('service-worker-allowed', folder)
    })
  }
  if (isBuilt) {
    hono.route('/', serveClientFiles(clientFolder))
    hono.route('/', serveKeptAssets(context, config))
  }
  const limitRead = ({ headers, socket }: IncomingMessage, cost: number) => {
    const forwardedFor = headers['x-forwarded-for']?.toString()
    const { remoteAddress } = socket
    context.limiter.read(clientAddress({ forwardedFor, remoteAddress }, config), cost)
  }
  // The menu says Cakes.
  hono.get(cakesPath, (c) => c.redirect('/products', 301))
  // A rider's phone reads its page again and again, mostly as it was.
  hono.use('/run/*', etag())
  hono.all('*', rememberClient(config), servePages(settings, render))
  hono.onError((error, c) => errorResponse(error, c.req.path))

  const listener = getRequestListener(
    async (request, env) =>
      endAfterBody(await hono.fetch(request, env), env.incoming as IncomingMessage),
    {
      overrideGlobalObjects: false,
      // For balancers that ask by HTTP/1.0, without the header Host.
      hostname: new URL(publicUrl).host,
      // It would cut off clients that need more than half a second for the rest of their body.
      autoCleanupIncoming: false,
    },
  )
  const sendPublicResponse = createPublicResponses({
    cache: responseCache,
    observability,
    reads: api.publicReads,
    renderPage: async (url) => responseData(await render(new Request(new URL(url, publicUrl)))),
    hasPage: (path) =>
      context.publishedCakes.current().byId.has(path.replace('/singleproduct/', '')) ||
      shownPages(context).some((page) => page.path === path),
    isNotFound: createNotFoundCheck(pageBuild),
    limitRead,
    commonHeaders,
    errorResponse(error, path) {
      const response = errorResponse(error, path)
      for (const [name, value] of commonHeaders) response.headers.set(name, value)
      return response
    },
  })
  return {
    async handle(incoming, outgoing) {
      // In development what a response shows may change with each request.
      if (isBuilt && (await sendPublicResponse(incoming, outgoing))) return
      await listener(incoming, outgoing)
    },
    fetch: (request, env) => hono.fetch(request, env),
  }
}

function servePages(
  { context, config, pageBuild, rendering }: HttpSettings,
  render: ReturnType<typeof createPages>,
) {
  const limit = createConcurrencyLimit(rendering)
  return async (c: Context<RequestVariables>): Promise<Response> => {
    const { routes } = await pageBuild()
    c.set('route', pagePattern(routes, c.req.path))
    // Changes go through the API.
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      return c.text('This page can only be read.', 405, {
        allow: 'GET, HEAD',
        'content-type': 'text/plain; charset=utf-8',
      })
    }
    context.limiter.read(addressOf(c, config), readCosts.page)
    const mended = mendedLink(new URL(c.req.url))
    if (mended) {
      // Whoever has the address may do what it allows.
      c.header('cache-control', 'no-store')
      c.header('referrer-policy', 'no-referrer')
      return c.redirect(mended)
    }
    return limit(() => render(requestWithoutNul(c.req.raw)))
  }
}

function requestWithoutNul(request: Request): Request {
  if (!request.url.includes('%00')) return request
  const url = new URL(request.url)
  url.search = String(withoutNul(url.searchParams))
  return new Request(url, request)
}

/** Whether a path has no page, no built file and no other handler. */
function createNotFoundCheck(pageBuild: HttpSettings['pageBuild']) {
  const files = new Set([...operatorPaths, docsPath, cakesPath, ...clientFiles()])
  const folders = [`${apiBase}/`, `${docsPath}/`, '/pictures/', `/${assetsFolder}/`, ...linkFolders]
  return async (path: string): Promise<boolean> => {
    if (files.has(path) || folders.some((folder) => path.startsWith(folder))) return false
    // No row has a NUL in it.
    if (path.includes('%00')) return true
    const { routes } = await pageBuild()
    const pattern = pagePattern(routes, path)
    // Each public page has one spelling. Others, such as '/%61bout', would be rendered each time.
    return pattern === notFoundPattern || publicRoutes.has(pattern)
  }
}

function clientFiles(): string[] {
  try {
    return readdirSync(clientFolder, { recursive: true }).map((file) => `/${file}`)
  } catch {
    return []
  }
}

async function responseData(response: Response): Promise<ResponseData> {
  const { status, headers } = response
  return { status, headers: [...headers], body: Buffer.from(await response.arrayBuffer()) }
}

function textResponse({ status, message, retryAfterSeconds }: AppError): Response {
  const headers = new Headers({ 'content-type': 'text/plain; charset=utf-8' })
  if (retryAfterSeconds) headers.set('retry-after', String(retryAfterSeconds))
  return new Response(message, { status, headers })
}
