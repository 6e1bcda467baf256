import type { Database } from '#platform/database/database.server.ts'
import type { TokenSigner } from '#platform/secrets.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { linkVersion } from '../tracking.store.server.ts'
import type { Audience } from './audience.ts'
import { signTrackingToken } from './tracking-token.server.ts'

export interface TrackingUrlDeps {
  db: Database
  trackingTokens: TokenSigner
  shop: Pick<ShopDetails, 'publicUrl'>
}

/** The address at which a placed order is followed. Who has it sees what its audience may see, and does what it may do. */
export async function trackingUrl(
  { db, trackingTokens, shop }: TrackingUrlDeps,
  orderId: string,
  audience: Audience,
): Promise<string> {
  const version = await linkVersion(db, orderId, audience)
  return `${shop.publicUrl}/track/${signTrackingToken(trackingTokens, { orderId, audience, version })}`
}
