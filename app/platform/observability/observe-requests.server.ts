import type { IncomingHttpHeaders } from 'node:http'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { type Log, withCallContext } from '../log.server.ts'
import type { Metrics } from './metrics.server.ts'
import type { Spans } from './spans.server.ts'

export interface ObservedRequest {
  method: string
  /** Its id and its trace. */
  headers: IncomingHttpHeaders
}

export interface RequestOutcome {
  /** The pattern of the route: '/singleproduct/:id'. */
  route: string
  status: number
  /** Its log line has level debug, because there are so many. */
  isQuiet?: boolean
}

export type ObserveRequest = ReturnType<typeof createObserveRequest>

const requestIdPattern = /^[A-Za-z0-9-]{8,64}$/
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const quietRoutes = new Set(['/healthz', '/readyz', '/metrics', '/pictures/:id/:file'])
/** The route of built files. */
const fileRoute = 'file'

/**
 * Gives a request an id, which every log line of the request has. Then counts the request and logs it: method, route,
 * status and ms, and nothing that was sent.
 */
export function createObserveRequest(deps: { log: Log; metrics: Metrics; spans: Spans }) {
  const { log, metrics, spans } = deps
  return async (
    { method: sentMethod, headers }: ObservedRequest,
    respond: (requestId: string) => Promise<RequestOutcome>,
  ): Promise<void> => {
    const id = requestId(headers['x-request-id'])
    const method = methods.has(sentMethod) ? sentMethod : 'other'
    const start = performance.now()
    await withCallContext({ request: id }, () =>
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
        }
        annotate(facts, `${method} ${route}`)
      }),
    )
  }
}

/** What a handler may set. */
export type RequestVariables = { Variables: { route?: string } }

/** Observes each request, and sends its id with the response. */
export function observeRequests(observe: ObserveRequest): MiddlewareHandler<RequestVariables> {
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
