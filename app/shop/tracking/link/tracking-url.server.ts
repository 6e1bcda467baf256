import type { Database } from '#platform/database/database.server.ts'
import type { TokenSigner } from '#platform/secrets.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { linkVersion } from '../tracking.store.server.ts'
import type { Audience } from './audience.ts'
import { signTrackingToken, type TrackingToken } from './tracking-token.server.ts'

export interface TrackingUrlDeps {
  db: Database
  trackingTokens: TokenSigner
  shop: Pick<ShopDetails, 'publicUrl'>
}

/** The address of a link whose version is known. */
export function trackingUrlOf(
  { trackingTokens, shop }: Pick<TrackingUrlDeps, 'trackingTokens' | 'shop'>,
  token: TrackingToken,
): string {
  return `${shop.publicUrl}/track/${signTrackingToken(trackingTokens, token)}`
}

/** The address at which a placed order is followed. Who has it sees what its audience may see, and does what it may do. */
export async function trackingUrl(
  deps: TrackingUrlDeps,
  orderId: string,
  audience: Audience,
): Promise<string> {
  const version = await linkVersion(deps.db, orderId, audience)
  return trackingUrlOf(deps, { orderId, audience, version })
}
