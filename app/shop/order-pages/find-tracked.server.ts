import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Audience } from '#shop/orders/links/audience.ts'
import { isLinkOver, readTrackingToken } from '#shop/orders/links/tracking-link.server.ts'
import { findLinkedOrder } from '#shop/orders/links/tracking-links.store.server.ts'
import type { Order } from '#shop/orders/order.ts'

/** The order of a link that works. */
export interface Tracked {
  order: Order
  audience: Audience
  /** The sender has no account. */
  isGuests: boolean
}

/**
 * The placed order of a tracking link; null for a token that we did not sign, an old or revoked one, or one for no
 * recipient.
 */
export async function findTracked(deps: AppContext, token: string): Promise<Tracked | null> {
  const linked = await findLinked(deps, token)
  return linked?.order.state === 'placed' ? linked : null
}

/** As `findTracked`, in any state. */
export async function findLinked(
  { db, clock, trackingTokens }: AppContext,
  token: string,
): Promise<Tracked | null> {
  const link = readTrackingToken(trackingTokens, token)
  const found = link && (await findLinkedOrder(db, link.orderId, link.audience))
  if (!found || found.version !== link.version) return null
  const { order, isGuests } = found
  const { audience } = link
  if (audience === 'recipient' && order.recipientName === null) return null
  return isLinkOver(order, clock.now()) ? null : { order, audience, isGuests }
}

/**
 * As `findTracked`, if the link is for this audience.
 *
 * @throws AppError not_found, the same for every link that does not work or is for somebody else
 */
export async function requireTracked(
  deps: AppContext,
  token: string,
  audience?: Audience,
): Promise<Tracked> {
  const found = await findTracked(deps, token)
  if (found && (!audience || found.audience === audience)) return found
  const sentence = 'This link does not work. Please open it again from our email, or call us.'
  throw new AppError('not_found', sentence)
}
