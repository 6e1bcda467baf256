import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { type Log, withCallContext } from '../log.server.ts'

import type { Metrics } from './metrics.server.ts'
import type { Spans } from './spans.server.ts'

interface Note {
  route?: string
  isQuiet?: boolean
}

/** What was found out about a request while it was answered. */
export type RequestNotes = ReturnType<typeof createRequestNotes>

export function createRequestNotes() {
  const notes = new WeakMap<Request, Note>()
  const add = (request: Request, note: Note) =>
    void notes.set(request, { ...notes.get(request), ...note })
  return {
    /** The pattern of what answers, where the server's own routes do not tell it. */
    route: (request: Request, route: string) => add(request, { route }),
    /** One of so many that its line is only for level debug. */
    quiet: (request: Request) => add(request, { isQuiet: true }),
    of: (request: Request): Note => notes.get(request) ?? {},
  }
}

const sane = /^[A-Za-z0-9-]{8,64}$/
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const quietRoutes = new Set(['/healthz', '/readyz', '/metrics', '/pictures/:id/:file'])
/** What is answered by no route of its own: a file of the built client. */
const aFile = 'file'

/**
 * Gives each request an id, which it answers with and which is in every line of the log that is written meanwhile;
 * then counts it and writes its one line: method, pattern of the route, status and ms, and nothing that was sent.
 */
export function watchRequests(deps: {
  log: Log
  metrics: Metrics
  spans: Spans
  notes: RequestNotes
}): MiddlewareHandler {
  const { log, metrics, spans, notes } = deps
  return async (c, next) => {
    const request = requestIdOf(c.req.header('x-request-id'))
    const method = methods.has(c.req.method) ? c.req.method : 'other'
    const begun = performance.now()
    const start = { kind: 'server', caller: c.req.raw.headers } as const
    await withCallContext({ request }, () =>
      spans.within(method, start, async (tell) => {
        await next()
        const { route = ownRoute(routePath(c)), isQuiet } = notes.of(c.req.raw)
        const status = c.res.status
        const ms = performance.now() - begun
        c.header('x-request-id', request)
        metrics.requests.observe({ method, route, status }, ms / 1000)
        const level = isQuiet || route === aFile || quietRoutes.has(route) ? 'debug' : 'info'
        log[level]({ method, route, status, ms: Math.round(ms) }, 'request')
        tell(
          {
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
          },
          `${method} ${route}`,
        )
      }),
    )
  }
}

/** The id that a request came with, if it is one, or a new one. */
export function requestIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && sane.test(given) ? given : crypto.randomUUID()
}

function ownRoute(pattern: string): string {
  if (pattern === '/*' || pattern === '*') return aFile
  // Without what a parameter may look like: ':id{[0-9a-z]+}'.
  return pattern.replace(/\{[^}]*\}/g, '')
}
