import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { isSameSecret } from '../constant-time.server.ts'
import type { Log } from '../log.server.ts'
import { inTime, keptFor } from './in-time.server.ts'

/** Each throws when its part cannot be used. */
export type ReadyChecks = Record<string, () => Promise<unknown>>

/** How long a part may take to answer, and how long its answer is good for, in ms. */
const readyMs = { atMost: 2_000, keptFor: 1_000 }

/**
 * GET /healthz: the process answers. GET /readyz: it should be sent requests: its parts can be used and it is not about to stop;
 * else 503 with the names of the parts that cannot. Neither tells more than that.
 */
export function serveHealth(deps: {
  log: Log
  checks: ReadyChecks
  acceptsRequests: () => boolean
  patienceMs?: number
}) {
  const { log, checks, acceptsRequests, patienceMs = readyMs.atMost } = deps
  const failingParts = keptFor(readyMs.keptFor, async () => {
    const failing = await Promise.all(
      Object.entries(checks).map(async ([part, check]) => {
        try {
          await inTime(patienceMs, check())
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
    .get('/healthz', (c) => c.json({ status: 'alive' }, 200, notKept))
    .get('/readyz', async (c) => {
      const failing = acceptsRequests() ? await failingParts() : ['stopping']
      if (failing.length === 0) return c.json({ status: 'ready' }, 200, notKept)
      return c.json({ status: 'not ready', failing }, 503, notKept)
    })
}

const notKept = { 'cache-control': 'no-store' }

const thisMachine = /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/

/** What proxies add, one or another, to requests that come to them from elsewhere. */
const signsOfProxies = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * GET /metrics for Prometheus: for whoever has the token; without one, for callers on this machine that no proxy stands for.
 * For all others there is no such page.
 */
export function serveMetrics(deps: { token: string | undefined; read: () => Promise<string> }) {
  // Many who ask at the same moment are one.
  const read = keptFor(500, deps.read)
  return new Hono().get('/metrics', async (c) => {
    if (!isAllowed(c, deps.token)) return c.notFound()
    return c.text(await read(), 200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
  })
}

function isAllowed(c: Context, token: string | undefined): boolean {
  if (token) return isSameSecret(c.req.header('authorization') ?? '', `Bearer ${token}`)
  if (signsOfProxies.some((name) => c.req.header(name) !== undefined)) return false
  // A request injected by a test has no socket.
  if (!c.env || !('incoming' in c.env)) return false
  return thisMachine.test(getConnInfo(c).remote.address ?? '')
}
