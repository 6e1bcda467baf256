import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import type { TokenSigner } from '#platform/secrets.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { findLinkedOrder } from '../tracking.store.server.ts'
import type { Audience } from './audience.ts'
import { readTrackingToken } from './tracking-token.server.ts'

export interface FindTrackedDeps {
  db: Database
  clock: Clock
  trackingTokens: TokenSigner
}

/** The order of a link that works, and for whom the link is. */
export interface Tracked {
  order: OrderRow
  audience: Audience
  /** Who ordered has no account. */
  isGuests: boolean
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
  const { order, isGuests } = found
  if (said.audience === 'recipient' && order.recipientName === null) return null
  const end = (order.arrivedAt ?? order.deliveryAt).getTime() + linkLivesMs
  return clock.now().getTime() > end ? null : { order, audience: said.audience, isGuests }
}

/**
 * As `findTracked`; with an audience only for that.
 *
 * @throws AppError not_found, the same for every link that does not work, and for somebody else's
 */
export async function requireTracked(
  deps: FindTrackedDeps,
  token: string,
  audience?: Audience,
): Promise<Tracked> {
  const tracked = await findTracked(deps, token)
  if (!tracked || (audience && tracked.audience !== audience)) {
    const sentence = 'This link does not work. Please open it again from our email, or call us.'
    throw new AppError('not_found', sentence)
  }
  return tracked
}
