import { createRoute, OpenAPIHono, type z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { AppError } from '../app-error.ts'
import type { Log } from '../log.server.ts'
import { apiBase } from './api-client.ts'
import {
  type ApiEnv,
  fileTooLarge,
  type GuardDeps,
  guards,
  jsonSizeLimit,
} from './api-guards.server.ts'
import { fileRouteOf, routeOf, uploadRouteOf } from './api-route.server.ts'
import type { Caller } from './caller.ts'
import { addressOf } from './client-address.server.ts'
import type { Endpoint, FileEndpoint, UploadEndpoint } from './endpoint.ts'
import { keptByAnyone } from './finished-body.server.ts'
import { invalid, problemResponse } from './problems.server.ts'
import { refuseNul } from './refuse-nul.ts'

/** What a handler gets beside the checked input. */
export interface CallContext {
  /** Set when the endpoint's access is not 'anyone', or when the caller happens to be signed in. */
  caller: Caller | null
  /** The client's network address, for limits. */
  address: string
  headers: Headers
  /** Aborted when the client has gone. */
  signal: AbortSignal
  /** Headers to answer with, such as cookies. */
  responseHeaders: Headers
}

/** A file as it was sent; its name and type are what the sender says. */
export interface UploadedFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** An answer that is JSON already, of just the fields that the call declares: whoever made it answers for that. */
class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The answer of a call that is the same for everybody. */
export interface AnswerForAll {
  /** JSON of just the fields that the call declares: whoever made it answers for that. */
  text: string
  /** What it shows, so that it is forgotten when that changes. */
  tags: readonly string[]
  /** Where the next page is, as the header Link has it. */
  link?: string
}

/** Reads what a call answers everybody. Nothing of the one who asks is given to it. */
export type ReadForAll = (input: { query: unknown; params: unknown }) => Promise<AnswerForAll>

/** A file or stream to answer with. */
export interface FileResponse {
  type: string
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | string
  /** Saved under this name; without one it is shown in place. */
  name?: string
}

type Out<T> = T extends z.ZodType ? z.output<T> : never
type FactsFor<E extends { access: unknown }> = E['access'] extends 'anyone'
  ? CallContext
  : CallContext & { caller: Caller }

type Handler<E> =
  E extends Endpoint<infer _M, infer _P, infer Body, infer Query, infer Params, infer Answer>
    ? (
        input: { body: Out<Body>; query: Out<Query>; params: Out<Params> },
        facts: FactsFor<E>,
      ) => Promise<z.input<Answer> | JsonText>
    : never

type InputOf<E> =
  E extends Endpoint<infer _M, infer _P, infer _Body, infer Query, infer Params>
    ? { query: Out<Query>; params: Out<Params> }
    : never

type UploadHandler<E> =
  E extends UploadEndpoint<infer _P, infer Query, infer Answer>
    ? (
        input: { file: UploadedFile; query: Out<Query> },
        facts: FactsFor<E>,
      ) => Promise<z.input<Answer>>
    : never

type FileHandler<E> =
  E extends FileEndpoint<infer _P, infer Query, infer Params>
    ? (
        input: { query: Out<Query>; params: Out<Params> },
        facts: FactsFor<E>,
      ) => Promise<FileResponse>
    : never

export interface ApiDeps extends GuardDeps {
  log: Log
}

export type Api = ReturnType<typeof createApi>

/**
 * The API: `serve(endpoint, handler)` binds a declaration to what it does. Every call goes the same way:
 * origin, session, access, limit, size, shape, handler; every refusal leaves as problem+json.
 */
export function createApi(deps: ApiDeps) {
  const hono = new OpenAPIHono<ApiEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalid(result.error)
    },
  })
  hono.onError((error, c) => problemResponse(error, deps.log, c.req.path))

  const factsOf = (c: Context<ApiEnv>): CallContext => ({
    caller: c.var.caller,
    address: addressOf(c, deps.settings),
    headers: c.req.raw.headers,
    signal: c.req.raw.signal,
    responseHeaders: new Headers(),
  })

  function serve<E extends Endpoint>(declaration: E, handle: Handler<E>) {
    const middleware = guards(declaration, declaration.body ? 'json' : 'nothing', deps)
    const answer = async (c: Context<ApiEnv>) => {
      const facts = factsOf(c)
      refuseNul(c.req.query())
      if (declaration.body) refuseNul(await c.req.json())
      const input = { body: valid(c, 'json'), query: valid(c, 'query'), params: valid(c, 'param') }
      const result = await (handle as (i: typeof input, f: CallContext) => Promise<unknown>)(
        input,
        facts,
      )
      return jsonAnswer(textOf(declaration, result), facts)
    }
    hono.openapi(createRoute({ ...routeOf(declaration), middleware }), answer as never)
  }

  const readsForAll = new Map<Endpoint, ReadForAll>()

  /** As `serve`, for a call that anyone may make and that answers everybody the same: what it answers may be kept. */
  function servePublic<E extends Endpoint>(
    declaration: E,
    read: (input: InputOf<E>) => Promise<AnswerForAll>,
  ) {
    if (declaration.access !== 'anyone') throw new Error(`${declaration.path} is not for everybody`)
    readsForAll.set(declaration, read as unknown as ReadForAll)
    const handle = async (input: InputOf<E>, { responseHeaders }: CallContext) => {
      const { text, link } = await read(input)
      responseHeaders.set('cache-control', keptByAnyone)
      if (link) responseHeaders.set('link', link)
      return new JsonText(text)
    }
    serve(declaration, handle as unknown as Handler<E>)
  }

  /** As `serve`, for a call that takes a file. */
  function serveUpload<E extends UploadEndpoint>(declaration: E, handle: UploadHandler<E>) {
    const middleware = guards(declaration, 'file', deps)
    const route = uploadRouteOf(declaration)
    const answer = async (c: Context<ApiEnv>) => {
      const facts = factsOf(c)
      refuseNul(c.req.query())
      const input = { file: await fileOf(c.req.raw, declaration), query: valid(c, 'query') }
      const result = await (handle as (i: typeof input, f: CallContext) => Promise<unknown>)(
        input,
        facts,
      )
      return jsonAnswer(textOf(declaration, result), facts)
    }
    hono.openAPIRegistry.registerPath(route)
    const { body: _, ...request } = route.request
    hono.openapi(createRoute({ ...route, request, middleware, hide: true }), answer as never)
  }

  /** As `serve`, for a call that answers a file or a stream. */
  function serveFile<E extends FileEndpoint>(declaration: E, handle: FileHandler<E>) {
    const middleware = guards(declaration, 'nothing', deps)
    const answer = async (c: Context<ApiEnv>) => {
      const facts = factsOf(c)
      refuseNul(c.req.query())
      const input = { query: valid(c, 'query'), params: valid(c, 'param') }
      const file = await (handle as (i: typeof input, f: CallContext) => Promise<FileResponse>)(
        input,
        facts,
      )
      return fileAnswer(file, facts)
    }
    hono.openapi(createRoute({ ...fileRouteOf(declaration), middleware }), answer as never)
  }

  /**
   * Takes another company's calls at a path: the body as it came, because its signature is over those bytes.
   * Answers 204; what the handler throws is answered as a problem, so that the company sends it again.
   */
  function receive(path: string, handle: (body: string, headers: Headers) => Promise<void>) {
    hono.post(path, jsonSizeLimit, async (c) => {
      await handle(await c.req.text(), c.req.raw.headers)
      return c.body(null, 204)
    })
  }

  /** Publishes the OpenAPI document of all that is served at /openapi.json. */
  function describe(info: { title: string; version: string; description: string }) {
    hono.openAPIRegistry.registerComponent('securitySchemes', 'cookie', {
      type: 'apiKey',
      in: 'cookie',
      name: 'token',
    })
    hono.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
      type: 'http',
      scheme: 'bearer',
    })
    hono.doc31('/openapi.json', { openapi: '3.1.0', info, servers: [{ url: apiBase }] })
  }

  return { hono, readsForAll, serve, servePublic, serveUpload, serveFile, receive, describe }
}

function valid(c: Context<ApiEnv>, target: 'json' | 'query' | 'param'): unknown {
  return c.req.valid(target as never)
}

/** Nothing that is not declared leaves. */
function textOf({ response }: { response: z.ZodType }, result: unknown): string {
  return result instanceof JsonText ? result.text : JSON.stringify(response.parse(result))
}

function jsonAnswer(text: string, { responseHeaders }: CallContext): Response {
  responseHeaders.set('content-type', 'application/json; charset=utf-8')
  if (!responseHeaders.has('cache-control')) responseHeaders.set('cache-control', 'no-store')
  return new Response(text, { headers: responseHeaders })
}

function fileAnswer(
  { type, body, name }: FileResponse,
  { responseHeaders }: CallContext,
): Response {
  responseHeaders.set('content-type', type)
  if (!responseHeaders.has('cache-control')) responseHeaders.set('cache-control', 'no-store')
  if (name) responseHeaders.set('content-disposition', `attachment; filename="${name}"`)
  return new Response(body, { headers: responseHeaders })
}

/** The one file of a form, whatever its field is called. */
async function fileOf(
  request: Request,
  { field, maxBytes }: UploadEndpoint,
): Promise<UploadedFile> {
  const form = await request.formData().catch((error: unknown) => {
    // The size limit ends the stream in the middle with its own refusal.
    if (error instanceof AppError) throw error
    throw new AppError('malformed', 'The file did not arrive whole. Please send it again.')
  })
  const file = [...form.values()].find((value) => value instanceof File)
  if (!file || file.size === 0) {
    const sentence = 'Choose a file.'
    throw new AppError('invalid', sentence, { errors: { [field]: sentence } })
  }
  if (file.size > maxBytes) throw fileTooLarge(maxBytes)
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}
