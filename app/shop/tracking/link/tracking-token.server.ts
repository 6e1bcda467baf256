import type { TokenSigner } from '#platform/secrets.server.ts'
import type { Audience } from './audience.ts'

/** What a tracking link says. */
export interface TrackingToken {
  orderId: string
  audience: Audience
  /** The one that works: see `tracking_links`. */
  version: number
}

const letters = { sender: 's', recipient: 'r' } as const satisfies Record<Audience, string>
const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([sr])(\d{1,9})$/

export function signTrackingToken(
  tokens: TokenSigner,
  { orderId, audience, version }: TrackingToken,
): string {
  return tokens.sign(`${orderId}-${letters[audience]}${version}`)
}

/** Null for a token that we did not sign for this. */
export function readTrackingToken(tokens: TokenSigner, token: string): TrackingToken | null {
  const [, orderId, letter, version] = tokenPattern.exec(tokens.read(token) ?? '') ?? []
  if (!orderId) return null
  return { orderId, audience: letter === 's' ? 'sender' : 'recipient', version: Number(version) }
}
