import { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { apiBase } from './api-client.ts'
import { type ApiEnv, type ApiOptions, guards, validateTexts } from './api-guards.server.ts'
import { addressOf, rememberClient } from './client.server.ts'
import type { Caller, Endpoint, FileEndpoint, UploadEndpoint } from './endpoint.ts'
import {
  createUploadReader,
  defaultUploadLimits,
  jsonSizeLimit,
  type UploadedFile,
} from './limits/request-bodies.server.ts'
import { fileRouteOf, routeOf, uploadRouteOf } from './open-api.server.ts'
import { problemResponse, validationError } from './problems.server.ts'
import { revalidated } from './response-cache.server.ts'

/** What a handler gets beside the validated input. */
export interface CallContext {
  /** Set when the endpoint's access is not 'anyone' or 'link', or when the caller happens to be logged in. */
  caller: Caller | null
  /** The client's network address, for limits. */
  address: string
  headers: Headers
  signal: AbortSignal
  /** Headers to send, such as cookies. */
  responseHeaders: Headers
}

interface PublicText {
  /** JSON of just the fields that the call declares: whoever wrote it answers for that. */
  text: string
  /** Where the next page is, as the header Link has it. */
  link?: string
}

/** Reads for a public call. It gets nothing of the visitor, so that everybody may have the response. */
export type PublicRead = (input: { query: unknown; params: unknown }) => Promise<PublicText>

type Out<T> = T extends z.ZodType ? z.output<T> : never
type ContextFor<E extends { access: unknown }> = E['access'] extends 'anyone' | 'link'
  ? CallContext
  : CallContext & { caller: Caller }

type Handler<E> =
  E extends Endpoint<infer _M, infer _P, infer Body, infer Query, infer Params, infer Output>
    ? (
        input: { body: Out<Body>; query: Out<Query>; params: Out<Params> },
        context: ContextFor<E>,
      ) => Promise<z.input<Output>>
    : never

type InputOf<E> =
  E extends Endpoint<infer _M, infer _P, infer _Body, infer Query, infer Params>
    ? { query: Out<Query>; params: Out<Params> }
    : never

type UploadHandler<E> =
  E extends UploadEndpoint<infer _P, infer Query, infer Output>
    ? (
        input: { file: UploadedFile; query: Out<Query> },
        context: ContextFor<E>,
      ) => Promise<z.input<Output>>
    : never

type FileHandler<E> =
  E extends FileEndpoint<infer _P, infer Query, infer Params>
    ? (
        input: { query: Out<Query>; params: Out<Params> },
        context: ContextFor<E>,
      ) => Promise<FileResponse>
    : never

export interface FileResponse {
  type: string
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string
  /** Saved under this name; without one it is shown in place. */
  name?: string
}

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
  hono.use((c, next) =>
    options.limiter.withRefund(async () => {
      await next()
      return c.res
    }),
  )
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

  /** Responds to a declared call with JSON. */
  function bind(
    declaration: Endpoint,
    respond: (input: JsonInput, context: CallContext) => Promise<string>,
  ) {
    const middleware = guards(declaration, declaration.body ? 'json' : 'nothing', options)
    const handle = async (c: Context<ApiEnv>) => {
      const context = contextOf(c)
      return jsonResponse(
        await respond({ ...inputOf(c), body: valid(c, 'json') }, context),
        context,
      )
    }
    hono.openapi(createRoute({ ...routeOf(declaration), middleware }), handle as never)
  }

  function serve<E extends Endpoint>(declaration: E, handle: Handler<E>) {
    const run = handle as (input: JsonInput, context: CallContext) => Promise<unknown>
    bind(declaration, async (input, context) => jsonOf(declaration, await run(input, context)))
  }

  const publicReads = new Map<Endpoint, PublicRead>()

  /** As `serve`, for a call whose response is the same for everybody: it may be cached. */
  function servePublic<E extends Endpoint>(
    declaration: E,
    read: (input: InputOf<E>) => Promise<PublicText>,
  ) {
    if (declaration.access !== 'anyone') throw new Error(`${declaration.path} is not public`)
    const run = read as unknown as PublicRead
    publicReads.set(declaration, run)
    bind(declaration, async (input, { responseHeaders }) => {
      const { text, link } = await run(input)
      responseHeaders.set('cache-control', revalidated)
      if (link) responseHeaders.set('link', link)
      return text
    })
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
    info: {
      title: string
      version: string
      description: string
      contact: { name: string; email: string; url: string }
    },
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
    const namesOfTags = () => {
      const names = hono.openAPIRegistry.definitions.flatMap((definition) =>
        definition.type === 'route' ? (definition.route.tags ?? []) : [],
      )
      return [...new Set(names)].sort().map((name) => ({ name }))
    }
    let document: string | undefined
    hono.get('/openapi.json', (c) => {
      document ??= JSON.stringify(
        hono.getOpenAPI31Document({
          openapi: '3.1.0',
          info,
          servers: [{ url: apiBase }],
          tags: namesOfTags(),
        }),
      )
      return c.body(document, 200, { 'content-type': 'application/json; charset=utf-8' })
    })
  }

  return { hono, publicReads, serve, servePublic, serveUpload, serveFile, receive, describe }
}

/** Whether to report a rejected call. Of a flood that the limits stop, one in a minute and address: reports are stored. */
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
type JsonInput = Input & { body: unknown }

function inputOf(c: Context<ApiEnv>) {
  validateTexts(c.req.query())
  validateTexts(c.req.param())
  return { query: valid(c, 'query'), params: valid(c, 'param') }
}

function valid(c: Context<ApiEnv>, target: 'json' | 'query' | 'param'): unknown {
  return c.req.valid(target as never)
}

/** Sends only what is declared. */
function jsonOf({ response }: { response: z.ZodType }, result: unknown): string {
  return JSON.stringify(response.parse(result))
}

function jsonResponse(text: string, { responseHeaders }: { responseHeaders: Headers }): Response {
  responseHeaders.set('content-type', 'application/json; charset=utf-8')
  // Compression leaves what is known to be small as it is.
  responseHeaders.set('content-length', String(Buffer.byteLength(text)))
  if (!responseHeaders.has('cache-control')) responseHeaders.set('cache-control', 'no-store')
  return new Response(text, { headers: responseHeaders })
}

function fileResponse(
  { type, body, name }: FileResponse,
  { responseHeaders }: { responseHeaders: Headers },
) {
  responseHeaders.set('content-type', type)
  if (!responseHeaders.has('cache-control')) responseHeaders.set('cache-control', 'no-store')
  if (name) responseHeaders.set('content-disposition', `attachment; filename="${name}"`)
  return new Response(body, { headers: responseHeaders })
}

/** The response of a call that only says that it is done: a sentence to show. */
export const messageSchema = z.object({ message: z.string() })
