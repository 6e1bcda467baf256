import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { dayMs } from '#platform/durations.ts'
import type { Audience } from '#shop/orders/links/audience.ts'
import { readTrackingToken } from '#shop/orders/links/tracking-url.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { findLinkedOrder } from '../tracking.store.server.ts'

/** The order of a link that works, and for whom the link is. */
export interface Tracked {
  order: Order
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
  { db, clock, trackingTokens }: Pick<AppContext, 'db' | 'clock' | 'trackingTokens'>,
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
  deps: Pick<AppContext, 'db' | 'clock' | 'trackingTokens'>,
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
