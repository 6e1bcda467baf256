import { createRoute, OpenAPIHono, type z } from '@hono/zod-openapi'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../app-error.ts'
import type { Log } from '../log.server.ts'
import { apiBase } from './api-client.ts'
import { type AddressSettings, addressOf } from './client-address.server.ts'
import type { Access, Endpoint } from './endpoint.ts'
import type { Limiter } from './limiter.server.ts'
import { invalid, problemResponse, problemSchema, unsupportedBody } from './problems.server.ts'
import { refuseNul } from './refuse-nul.ts'
import { refuseForeignOrigin } from './same-origin.server.ts'

/** Who is calling, as the server's session says. */
export interface Caller {
  id: string
  email: string
  isAdmin: boolean
}

/** What a handler gets beside the checked input. */
export interface CallFacts {
  /** Set when the endpoint's access is not 'anyone', or when the caller happens to be signed in. */
  caller: Caller | null
  /** The client's network address, for limits. */
  address: string
  headers: Headers
  /** Headers to answer with, such as cookies. */
  answerHeaders: Headers
}

type Out<T> = T extends z.ZodType ? z.output<T> : never

type Handler<E> =
  E extends Endpoint<infer _M, infer _P, infer Body, infer Query, infer Params, infer Answer>
    ? (
        input: { body: Out<Body>; query: Out<Query>; params: Out<Params> },
        facts: E['access'] extends 'anyone' ? CallFacts : CallFacts & { caller: Caller },
      ) => Promise<z.input<Answer>>
    : never

export interface ApiSettings extends AddressSettings {
  publicUrl: string
}

export interface ApiDeps {
  settings: ApiSettings
  log: Log
  limiter: Limiter
  /** Resolves the session of a request, by cookie or bearer token. */
  authenticate(headers: Headers): Promise<Caller | null>
}

type Env = { Variables: { caller: Caller | null } }
export type Api = ReturnType<typeof createApi>

/** The most a JSON body may have, in bytes. */
const jsonLimit = 100 * 1024

const sizeLimit = bodyLimit({
  maxSize: jsonLimit,
  onError: () => {
    throw new AppError('too_large', 'That is more than this call takes (100 KB).')
  },
})

const statusTexts = { 401: 'Not signed in', 403: 'Not allowed', 404: 'Not found' } as const

/**
 * The API: `serve(endpoint, handler)` binds a declaration to what it does. Every call goes the same way:
 * origin, size, session, access, limit, shape, handler; every refusal leaves as problem+json.
 */
export function createApi(deps: ApiDeps) {
  const hono = new OpenAPIHono<Env>({
    defaultHook: (result) => {
      if (!result.success) throw invalid(result.error)
    },
  })
  hono.onError((error, c) => problemResponse(error, deps.log, c.req.path))

  function serve<E extends Endpoint>(declaration: E, handle: Handler<E>) {
    const route = createRoute(routeOf(declaration, guards(declaration, deps)))
    const answer = async (c: Context<Env>) => {
      const answerHeaders = new Headers()
      const facts: CallFacts = {
        caller: c.var.caller,
        address: addressOf(c, deps.settings),
        headers: c.req.raw.headers,
        answerHeaders,
      }
      const valid = (target: string) => c.req.valid(target as never) as unknown
      const input = { body: valid('json'), query: valid('query'), params: valid('param') }
      refuseNul(input.body)
      const result = await (handle as (i: typeof input, f: CallFacts) => Promise<unknown>)(
        input,
        facts,
      )
      answerHeaders.set('content-type', 'application/json; charset=utf-8')
      if (!answerHeaders.has('cache-control')) answerHeaders.set('cache-control', 'no-store')
      return new Response(JSON.stringify(declaration.answer.parse(result)), {
        headers: answerHeaders,
      })
    }
    hono.openapi(route, answer as never)
  }

  /**
   * Takes another company's calls at a path: the body as it came, because its signature is over those bytes.
   * Answers 204; what the handler throws is answered as a problem, so that the company sends it again.
   */
  function receive(path: string, handle: (body: string, headers: Headers) => Promise<void>) {
    hono.post(path, sizeLimit, async (c) => {
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

  return { hono, serve, receive, describe }
}

function guards(declaration: Endpoint, deps: ApiDeps): MiddlewareHandler<Env>[] {
  return [
    async (c, next) => {
      if (declaration.method !== 'GET') refuseForeignOrigin(c.req.raw, deps.settings.publicUrl)
      if (declaration.body && !c.req.header('content-type')?.startsWith('application/json')) {
        throw unsupportedBody()
      }
      await next()
    },
    sizeLimit,
    async (c, next) => {
      const caller = await deps.authenticate(c.req.raw.headers)
      refuseWrongCaller(declaration.access, caller)
      c.set('caller', caller)
      if (declaration.method !== 'GET') await deps.limiter.write(addressOf(c, deps.settings))
      await next()
    },
  ]
}

function refuseWrongCaller(access: Access, caller: Caller | null) {
  if (access === 'anyone') return
  if (!caller) throw new AppError('not_signed_in', 'Sign in first.')
  if (access === 'admin' && !caller.isAdmin) {
    throw new AppError('forbidden', 'Only the shop itself may do this.')
  }
}

function routeOf(declaration: Endpoint, middleware: MiddlewareHandler<Env>[]) {
  const { method, path, body, query, params } = declaration
  const problems = new Set<number>([400, 422, 429, 500, ...(declaration.problems ?? [])])
  if (body) problems.add(413).add(415)
  if (method === 'POST') problems.add(403)
  if (declaration.access !== 'anyone') problems.add(401)
  if (declaration.access === 'admin') problems.add(403)
  return {
    method: method === 'GET' ? ('get' as const) : ('post' as const),
    path,
    operationId: `${method.toLowerCase()} ${path}`.replace(/\W+(\w)?/g, (_, next?: string) =>
      (next ?? '').toUpperCase(),
    ),
    tags: [declaration.tag],
    summary: declaration.summary,
    description: declaration.description,
    security: securityOf(declaration.access),
    middleware,
    request: {
      query,
      params,
      body: body
        ? { required: true, content: { 'application/json': { schema: body } } }
        : undefined,
    },
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: declaration.answer } },
      },
      ...Object.fromEntries([...problems].sort().map((status) => [status, problemAnswer(status)])),
    },
  }
}

function securityOf(access: Access): Record<string, string[]>[] {
  return access === 'anyone' ? [] : [{ cookie: [] }, { bearer: [] }]
}

function problemAnswer(status: number) {
  return {
    description: statusTexts[status as keyof typeof statusTexts] ?? `Problem ${status}`,
    content: { 'application/problem+json': { schema: problemSchema } },
  }
}
