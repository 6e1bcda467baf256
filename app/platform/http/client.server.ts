import { AsyncLocalStorage } from 'node:async_hooks'
import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'

/** Who sends a request, as far as the network says. */
export interface Client {
  address: string
  /** As it was sent: anything. */
  userAgent: string
}

export interface AddressSettings {
  /** How many proxies in front write `X-Forwarded-For`; 0: it is not read. */
  trustProxy: number
}

const current = new AsyncLocalStorage<Client>()

/** The code that handles a request can then read its {@link currentClient}. */
export function rememberClient(settings: AddressSettings): MiddlewareHandler {
  return (c, next) => {
    const userAgent = c.req.header('user-agent') ?? ''
    return current.run({ address: addressOf(c, settings), userAgent }, next)
  }
}

/** The client of the request that is being handled; null in jobs and commands. */
export function currentClient(): Client | null {
  return current.getStore() ?? null
}

/** The client's network address, for limits. A test's request has none. */
export function addressOf(c: Context, settings: AddressSettings): string {
  const remoteAddress = c.env && 'incoming' in c.env ? getConnInfo(c).remote.address : undefined
  return clientAddress({ forwardedFor: c.req.header('x-forwarded-for'), remoteAddress }, settings)
}

/** As {@link addressOf}. A proxy's header counts only if the operator trusts it. */
export function clientAddress(
  { forwardedFor, remoteAddress }: Record<'forwardedFor' | 'remoteAddress', string | undefined>,
  { trustProxy }: AddressSettings,
): string {
  const written = trustProxy > 0 ? forwardedFor?.split(',').at(-trustProxy)?.trim() : ''
  return networkOf(written || remoteAddress || '')
}

/**
 * The network that is counted as one client. Of an IPv6 address the first 64 bits count: one household has all addresses
 * that begin with them. All that is no address is one client.
 */
export function networkOf(address: string): string {
  // Some proxies add the port.
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/^(\d[\d.]*):\d+$/, '$1')
  if (isIP(plain) !== 6) return isIP(plain) === 4 ? plain : 'unknown'
  const [head = '', tail] = plain.split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0')
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`
}
