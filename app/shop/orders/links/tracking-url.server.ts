import type { AppContext } from '#app/context.server.ts'
import type { TokenSigner } from '#platform/secrets.server.ts'
import type { Audience } from './audience.ts'
import { linkVersion } from './tracking-links.store.server.ts'

/** What a tracking link says. */
export interface TrackingToken {
  orderId: string
  audience: Audience
  /** The one that works: see `tracking_links`. */
  version: number
}

const letters = { sender: 's', recipient: 'r' } as const satisfies Record<Audience, string>
const tokenPattern = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([sr])(\d{1,9})$/

function signTrackingToken(
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

/** The address of a link whose version is known. */
export function trackingUrlOf(
  {
    trackingTokens,
    shop: { publicUrl },
  }: Pick<AppContext, 'trackingTokens'> & { shop: { publicUrl: string } },
  token: TrackingToken,
): string {
  return `${publicUrl}/track/${signTrackingToken(trackingTokens, token)}`
}

/** The address at which a placed order is followed. Who has it sees what its audience may see, and does what it may do. */
export async function trackingUrl(
  deps: Pick<AppContext, 'db' | 'shop' | 'trackingTokens'>,
  orderId: string,
  audience: Audience,
): Promise<string> {
  const version = await linkVersion(deps.db, orderId, audience)
  return trackingUrlOf(deps, { orderId, audience, version })
}
