import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

export interface AddressSettings {
  /** Believe `X-Forwarded-For`: only right behind a proxy that sets it. */
  trustProxy: boolean
}

/**
 * The client's network address, for limits; the proxy's word for it only where the operator trusts the proxy.
 * Of an IPv6 address the first 64 bits: one household has all the addresses behind them.
 */
export function addressOf(c: Context, settings: AddressSettings): string {
  const forwarded = settings.trustProxy ? c.req.header('x-forwarded-for') : undefined
  const nearest = forwarded?.split(',').at(-1)?.trim()
  if (nearest) return networkOf(nearest)
  // A request injected by a test has no socket.
  if (!c.env || !('incoming' in c.env)) return 'local'
  return networkOf(getConnInfo(c).remote.address ?? 'unknown')
}

function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}
