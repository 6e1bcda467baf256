import { Hono } from 'hono'
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
  isWanted: () => boolean
  patienceMs?: number
}) {
  const { log, checks, isWanted, patienceMs = readyMs.atMost } = deps
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
      const failing = isWanted() ? await failingParts() : ['stopping']
      if (failing.length === 0) return c.json({ status: 'ready' }, 200, notKept)
      return c.json({ status: 'not ready', failing }, 503, notKept)
    })
}

const notKept = { 'cache-control': 'no-store' }
