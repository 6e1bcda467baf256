import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { LRUCache } from 'lru-cache'
import { AppError } from '../app-error.ts'
import { apiBase } from './api-client.ts'
import { type ApiEnv, type ApiOptions, guards } from './api-guards.server.ts'
import {
  type CallContext,
  type FileHandler,
  type FileResponse,
  fileResponse,
  type Handler,
  type InputOf,
  JsonText,
  jsonOf,
  jsonResponse,
  type PublicRead,
  type PublicText,
  type UploadHandler,
} from './api-handlers.server.ts'
import { addressOf, rememberClient } from './client.server.ts'
import { revalidated } from './encoded-response.server.ts'
import type { Endpoint, FileEndpoint, UploadEndpoint } from './endpoint.ts'
import {
  createUploadReader,
  defaultUploadLimits,
  jsonSizeLimit,
} from './limits/request-bodies.server.ts'
import { validateTexts } from './nul.ts'
import { fileRouteOf, routeOf, uploadRouteOf } from './open-api.server.ts'
import { problemResponse, validationError } from './problems.server.ts'

export type Api = ReturnType<typeof createApi>

/**
 * The API: `serve(endpoint, handler)` binds a declaration to what it does. Every call goes the same way:
 * origin, session, access, limit, size, shape, handler. Every error is sent as problem+json.
 */
export function createApi(options: ApiOptions) {
  const isReported = reportedRefusals()
  const hono = new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success) throw validationError(result.error)
    },
  })
  hono.use(rememberClient(options.settings))
  hono.onError(async (error, c) => {
    if (error instanceof AppError && isReported(error, addressOf(c, options.settings))) {
      const call = `${c.req.method} ${routePath(c)}`
      await options.onRefusal?.({ error, caller: c.var.caller ?? null, call })
    }
    return problemResponse(error, options.log, c.req.path)
  })

  const readUpload = createUploadReader(options.uploads ?? defaultUploadLimits)

  const contextOf = (c: Context<ApiEnv>): CallContext => ({
    caller: c.var.caller,
    address: addressOf(c, options.settings),
    headers: c.req.raw.headers,
    signal: c.req.raw.signal,
    responseHeaders: new Headers(),
  })

  function serve<E extends Endpoint>(declaration: E, handle: Handler<E>) {
    const middleware = guards(declaration, declaration.body ? 'json' : 'nothing', options)
    const respond = async (c: Context<ApiEnv>) => {
      const context = contextOf(c)
      const input = { ...inputOf(c), body: valid(c, 'json') }
      const run = handle as (i: typeof input, c: CallContext) => Promise<unknown>
      return jsonResponse(jsonOf(declaration, await run(input, context)), context)
    }
    hono.openapi(createRoute({ ...routeOf(declaration), middleware }), respond as never)
  }

  const publicReads = new Map<Endpoint, PublicRead>()

  /** As `serve`, for a call whose response is the same for everybody: it may be cached. */
  function servePublic<E extends Endpoint>(
    declaration: E,
    read: (input: InputOf<E>) => Promise<PublicText>,
  ) {
    if (declaration.access !== 'anyone') throw new Error(`${declaration.path} is not public`)
    publicReads.set(declaration, read as unknown as PublicRead)
    const handle = async (input: InputOf<E>, { responseHeaders }: CallContext) => {
      const { text, link } = await read(input)
      responseHeaders.set('cache-control', revalidated)
      if (link) responseHeaders.set('link', link)
      return new JsonText(text)
    }
    serve(declaration, handle as unknown as Handler<E>)
  }

  function serveUpload<E extends UploadEndpoint>(declaration: E, handle: UploadHandler<E>) {
    const middleware = guards(declaration, 'file', options)
    const route = uploadRouteOf(declaration)
    const respond = async (c: Context<ApiEnv>) => {
      const context = contextOf(c)
      const file = await readUpload(c.req.raw, declaration, context.address)
      const input = { ...inputOf(c), file }
      const run = handle as (i: typeof input, c: CallContext) => Promise<unknown>
      return jsonResponse(jsonOf(declaration, await run(input, context)), context)
    }
    hono.openAPIRegistry.registerPath(route)
    const { body: _, ...request } = route.request
    hono.openapi(createRoute({ ...route, request, middleware, hide: true }), respond as never)
  }

  function serveFile<E extends FileEndpoint>(declaration: E, handle: FileHandler<E>) {
    const middleware = guards(declaration, 'nothing', options)
    const respond = async (c: Context<ApiEnv>) => {
      const context = contextOf(c)
      const run = handle as (i: Input, c: CallContext) => Promise<FileResponse>
      return fileResponse(await run(inputOf(c), context), context)
    }
    hono.openapi(createRoute({ ...fileRouteOf(declaration), middleware }), respond as never)
  }

  /**
   * Receives a provider's webhooks at a path, with the raw body: its signature is over those bytes.
   * Responds with 204, or with a problem when the handler throws, so that the provider sends it again.
   */
  function receive(path: string, handle: (body: string, headers: Headers) => Promise<void>) {
    hono.post(path, jsonSizeLimit, async (c) => {
      await handle(await c.req.text(), c.req.raw.headers)
      return c.body(null, 204)
    })
  }

  function describe(
    info: { title: string; version: string; description: string },
    { sessionCookie }: { sessionCookie: string },
  ) {
    hono.openAPIRegistry.registerComponent('securitySchemes', 'cookie', {
      type: 'apiKey',
      in: 'cookie',
      name: sessionCookie,
    })
    hono.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
      type: 'http',
      scheme: 'bearer',
    })
    let document: string | undefined
    hono.get('/openapi.json', (c) => {
      document ??= JSON.stringify(
        hono.getOpenAPI31Document({ openapi: '3.1.0', info, servers: [{ url: apiBase }] }),
      )
      return c.body(document, 200, { 'content-type': 'application/json' })
    })
  }

  return { hono, publicReads, serve, servePublic, serveUpload, serveFile, receive, describe }
}

/** Whether to report a refusal. Of a flood that the limits stop, one in a minute and address: reports are stored. */
function reportedRefusals() {
  const flooding = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })
  return ({ code }: AppError, address: string) => {
    if (code !== 'too_many') return true
    if (flooding.has(address)) return false
    flooding.set(address, true)
    return true
  }
}

type Input = ReturnType<typeof inputOf>

function inputOf(c: Context<ApiEnv>) {
  validateTexts(c.req.query())
  validateTexts(c.req.param())
  return { query: valid(c, 'query'), params: valid(c, 'param') }
}

function valid(c: Context<ApiEnv>, target: 'json' | 'query' | 'param'): unknown {
  return c.req.valid(target as never)
}
