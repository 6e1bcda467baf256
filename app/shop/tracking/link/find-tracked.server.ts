import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import type { TokenSigner } from '#platform/secrets.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { findLinkedOrder } from '../tracking.store.server.ts'
import type { Audience } from './audience.ts'
import { readTrackingToken } from './tracking-token.server.ts'

interface FindTrackedDeps {
  db: Database
  clock: Clock
  trackingTokens: TokenSigner
}

/** The order of a link that works, and for whom the link is. */
interface Tracked {
  order: OrderRow
  audience: Audience
}

/** How long after the delivery, or after its time where it was never made, a link works. */
const linkLivesMs = 30 * dayMs

/**
 * The order of a tracking link; null for a token that we did not sign, a revoked or old one, and for a recipient's of an
 * order that has none. Changes nothing.
 */
export async function findTracked(
  { db, clock, trackingTokens }: FindTrackedDeps,
  token: string,
): Promise<Tracked | null> {
  const said = readTrackingToken(trackingTokens, token)
  const found = said && (await findLinkedOrder(db, said.orderId, said.audience))
  if (!found || found.version !== said.version) return null
  const { order } = found
  if (said.audience === 'recipient' && order.recipientName === null) return null
  const end = (order.arrivedAt ?? order.deliveryAt).getTime() + linkLivesMs
  return clock.now().getTime() > end ? null : { order, audience: said.audience }
}
