import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { isSameSecret } from '../constant-time.server.ts'
import { keptFor } from './in-time.server.ts'

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
