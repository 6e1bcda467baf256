import { Hono } from 'hono'
import type { Log } from '../log.server.ts'
import { isSameSecret } from '../secrets.server.ts'
import { cachedFor, withTimeout } from './metrics.server.ts'

/** Each throws when its part cannot be used. */
export type ReadyChecks = Record<string, () => Promise<unknown>>

/** How long a check may take, and how long its result is cached, in ms. */
const checkMs = { timeout: 2_000, cached: 1_000 }

/**
 * GET /healthz: the process responds. GET /readyz: it should be sent requests, because its parts work and it is not
 * stopping; else 503 with the names of the failing parts.
 */
export function serveHealth(deps: {
  log: Log
  checks: ReadyChecks
  acceptsRequests: () => boolean
  timeoutMs?: number
}) {
  const { log, checks, acceptsRequests, timeoutMs = checkMs.timeout } = deps
  const failingParts = cachedFor(checkMs.cached, async () => {
    const failing = await Promise.all(
      Object.entries(checks).map(async ([part, check]) => {
        try {
          await withTimeout(timeoutMs, check())
          return []
        } catch (error) {
          log.warn({ err: error, part }, 'not ready')
          return [part]
        }
      }),
    )
    return failing.flat()
  })
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'alive' }, 200, healthHeaders))
    .get('/readyz', async (c) => {
      const failing = acceptsRequests() ? await failingParts() : ['stopping']
      if (failing.length === 0) return c.json({ status: 'ready' }, 200, healthHeaders)
      return c.json({ status: 'not ready', failing }, 503, healthHeaders)
    })
}

const healthHeaders = {
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
}

/** GET /metrics for Prometheus, for callers with the token of the settings. All others get 404. */
export function serveMetrics(deps: { token: string | undefined; read: () => Promise<string> }) {
  const { token } = deps
  const read = cachedFor(500, deps.read)
  return new Hono().get('/metrics', async (c) => {
    const sent = c.req.header('authorization') ?? ''
    if (!token || !isSameSecret(sent, `Bearer ${token}`)) return c.notFound()
    return c.text(await read(), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })
}
