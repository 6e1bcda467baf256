import type { AppContext } from '#app/context.server.ts'
import { may } from '#shop/accounts/permissions.ts'
import type { Role } from '#shop/accounts/roles.ts'
import type { Audience } from '#shop/orders/links/audience.ts'
import { trackingUrlOf } from '#shop/orders/links/tracking-link.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { findDispatchCheck } from '../tracking.store.server.ts'
import type { DispatchCheck } from './dispatch-notices.tsx'

/** What the shop has to know before an order leaves; a link only for staff who may do themselves what it allows. */
export async function loadDispatchCheck(
  context: Pick<AppContext, 'db' | 'shop' | 'trackingTokens'>,
  { order, role }: { order: Pick<Order, 'id' | 'recipientName'>; role: Role },
): Promise<DispatchCheck> {
  const found = await findDispatchCheck(context.db, order.id)
  const link = (audience: Audience) => ({
    audience,
    url: may(role, audience === 'sender' ? 'refund-any-amount' : 'edit-orders')
      ? trackingUrlOf(context, { orderId: order.id, audience, version: found?.[audience] ?? 1 })
      : null,
  })
  return {
    photos: {
      leaving: found?.leaving?.toISOString(),
      door: found?.door?.toISOString(),
      isDoorOfEarlierTry: found?.isEarlierTry,
    },
    isHeld: Boolean(found?.heldAt),
    links: order.recipientName !== null ? [link('sender'), link('recipient')] : [link('sender')],
  }
}
