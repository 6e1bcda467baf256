import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

export interface AddressSettings {
  /** Believe `X-Forwarded-For`: only right behind a proxy that sets it. */
  trustProxy: boolean
}

/** The client's network address; the proxy's word for it only where the operator trusts the proxy. */
export function addressOf(c: Context, settings: AddressSettings): string {
  const forwarded = settings.trustProxy ? c.req.header('x-forwarded-for') : undefined
  const nearest = forwarded?.split(',').at(-1)?.trim()
  if (nearest) return nearest
  // A request injected by a test has no socket.
  return c.env && 'incoming' in c.env ? (getConnInfo(c).remote.address ?? 'unknown') : 'local'
}
