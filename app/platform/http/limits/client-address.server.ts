import { isIP } from 'node:net'

export interface AddressSettings {
  /** Trust `X-Forwarded-For`: only behind a proxy that sets it. */
  trustProxy: boolean
}

/** What a request says of its client. */
export interface SentFrom {
  /** The header `X-Forwarded-For`. */
  forwardedFor: string | undefined
  /** The other end of the connection; undefined for a test's request, which has none. */
  remoteAddress: string | undefined
}

/** The client's network address, for limits. A proxy's header counts only if the operator trusts it. */
export function clientAddress(
  { forwardedFor, remoteAddress }: SentFrom,
  { trustProxy }: AddressSettings,
): string {
  const nearest = trustProxy ? forwardedFor?.slice(forwardedFor.lastIndexOf(',') + 1).trim() : ''
  return networkOf(nearest || remoteAddress || '')
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
