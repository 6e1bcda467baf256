import type { IncomingHttpHeaders } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Pool, PoolClient } from 'pg'
import { AppError } from '../app-error.ts'
import type { JobHandler } from '../jobs/job.server.ts'
import { type Log, withCallContext } from '../log.server.ts'
import { createMetrics, type Metrics } from './metrics.server.ts'

export type Observability = ReturnType<typeof createObservability>

/** Metrics and traces for the operator. It wraps parts of the shop, which know nothing of it. */
export function createObservability({ log, spans = noSpans }: { log: Log; spans?: Spans }) {
  const metrics = createMetrics()
  const observeRequest = createObserveRequest({ log, metrics, spans })
  return {
    metrics,
    observeRequest,
    middleware: () => observeRequests(observeRequest),

    observeCalls<Target extends object>(
      service: string,
      target: Target,
      calls: readonly (keyof Target & string)[],
    ): Target {
      return wrapCalls(target, calls, (call, run) =>
        spans.within(`${service} ${call}`, { kind: 'client' }, async () => {
          const done = metrics.outsideCalls.startTimer({ service, call })
          try {
            const result = await run()
            done({ outcome: 'ok' })
            return result
          } catch (error) {
            done({ outcome: outcomeOf(error) })
            throw error
          }
        }),
      )
    },

    observeJob({ job, run }: JobHandler): JobHandler {
      return {
        job,
        run: (data) =>
          spans.within(`job ${job.name}`, { kind: 'consumer' }, async () => {
            let outcome = 'failed'
            try {
              await run(data)
              outcome = 'done'
            } finally {
              metrics.jobs.inc({ job: job.name, outcome })
            }
          }),
      }
    },

    /** The connections to a database server; the embedded database has no pool. */
    observePool(pool: Pool | null) {
      if (!pool) return
      metrics.gauges(
        'database_connections',
        'Connections of the database pool, by state; waiting: requests for one',
        'state',
        () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      )
      if (spans !== noSpans) traceStatements(pool, spans)
    },

    close: () => spans.close(),
  }
}

function outcomeOf(error: unknown): string {
  if (!(error instanceof AppError)) return 'failed'
  return error.code === 'unavailable' ? 'unavailable' : 'rejected'
}

/** The same object, with `around` called for each call of these methods, which return promises. */
function wrapCalls<Target extends object>(
  target: Target,
  methods: readonly (keyof Target & string)[],
  around: (method: string, run: () => Promise<unknown>) => Promise<unknown>,
): Target {
  const names = new Set<string | symbol>(methods)
  return new Proxy(target, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name)
      if (!names.has(name) || typeof value !== 'function') return value
      return (...args: unknown[]) => around(String(name), () => value.apply(object, args))
    },
  })
}

interface ObservedRequest {
  method: string
  /** Its id and its trace. */
  headers: IncomingHttpHeaders
}

interface RequestOutcome {
  route: string
  status: number
  /** Its log line has level debug, because there are so many. */
  isQuiet?: boolean
}

type ObserveRequest = ReturnType<typeof createObserveRequest>

const requestIdPattern = /^[A-Za-z0-9-]{8,64}$/
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const quietRoutes = new Set(['/healthz', '/readyz', '/metrics', '/pictures/:id/:file'])
const fileRoute = 'file'

/**
 * Gives a request an id, which every log line of the request has. Then counts the request and logs it: method, route,
 * status and ms, and nothing that was sent.
 */
function createObserveRequest(deps: { log: Log; metrics: Metrics; spans: Spans }) {
  const { log, metrics, spans } = deps
  return async (
    { method: sentMethod, headers }: ObservedRequest,
    respond: (requestId: string) => Promise<RequestOutcome>,
  ): Promise<void> => {
    const id = requestId(headers['x-request-id'])
    const method = methods.has(sentMethod) ? sentMethod : 'other'
    const start = performance.now()
    const call = { request: id }
    await withCallContext(call, () =>
      spans.within(method, { kind: 'server', caller: headers }, async (annotate) => {
        const { route, status, isQuiet } = await respond(id)
        const ms = performance.now() - start
        metrics.requests.observe({ method, route, status }, ms / 1000)
        const level = isQuiet || route === fileRoute || quietRoutes.has(route) ? 'debug' : 'info'
        log[level]({ method, route, status, ms: Math.round(ms) }, 'request')
        const facts = {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': status,
          ...call,
        }
        annotate(facts, `${method} ${route}`)
      }),
    )
  }
}

export type RequestVariables = { Variables: { route?: string } }

function observeRequests(observe: ObserveRequest): MiddlewareHandler<RequestVariables> {
  return (c, next) => {
    return observe({ method: c.req.method, headers: c.req.header() }, async (id) => {
      await next()
      c.header('x-request-id', id)
      return { route: c.get('route') ?? ownRoute(routePath(c)), status: c.res.status }
    })
  }
}

/** The valid id that was sent with a request, or a new one. */
function requestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && requestIdPattern.test(sent) ? sent : crypto.randomUUID()
}

function ownRoute(pattern: string): string {
  if (pattern === '/*' || pattern === '*') return fileRoute
  // Without the patterns of parameters: ':id{[0-9a-z]+}'.
  return pattern.replace(/\{[^}]*\}/g, '')
}

/** Short facts of a span: patterns, names and counts, never values of customers. */
export type SpanFacts = Record<string, string | number>

export interface SpanStart {
  kind: 'server' | 'client' | 'consumer'
  facts?: SpanFacts
  /** The headers of a request. If they name a trace, the span belongs to it (W3C traceparent). */
  caller?: IncomingHttpHeaders
}

/** Records how long the parts of a call take, as a trace. */
export interface Spans {
  /** Runs within a span, which fails if `run` throws. `annotate` adds facts later, or renames the span. */
  within<T>(
    name: string,
    start: SpanStart,
    run: (annotate: (facts: SpanFacts, name?: string) => void) => Promise<T>,
  ): Promise<T>
  /** Sends the remaining spans, for at most a few seconds. */
  close(): Promise<void>
}

const noSpans: Spans = {
  within: (_name, _start, run) => run(() => {}),
  close: async () => {},
}

type Query = (...args: unknown[]) => Promise<unknown>

/**
 * Traces every statement by its text, which has $1, $2 instead of values. Statements with a callback or a stream belong to
 * the pool itself or to COPY and are not traced.
 */
export function traceStatements(pool: Pool, spans: Spans) {
  const withSpan = (query: Query): Query => {
    return (...args) => {
      const text = textOf(args[0])
      if (text === null || typeof args.at(-1) === 'function') return query(...args)
      const name = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY'
      const facts = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, 2_000) }
      return spans.within(name, { kind: 'client', facts }, () => query(...args))
    }
  }
  const traced = new WeakSet<PoolClient>()
  const traceClient = (client: PoolClient) => {
    if (traced.has(client)) return client
    traced.add(client)
    return Object.assign(client, { query: withSpan(client.query.bind(client) as Query) })
  }
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => Promise<PoolClient>
  Object.assign(pool, {
    query: withSpan(pool.query.bind(pool) as Query),
    connect: (...args: unknown[]) =>
      args.length > 0 ? connect(...args) : connect().then(traceClient),
  })
}

function textOf(query: unknown): string | null {
  const text = typeof query === 'string' ? query : (query as { text?: unknown }).text
  return typeof text === 'string' ? text : null
}
