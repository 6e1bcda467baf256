import type { AppContext } from '#app/context.server.ts'
import { may } from '#shop/accounts/permissions.ts'
import type { Role } from '#shop/accounts/roles.ts'
import { photosOf } from '#shop/handling/photos/order-photos.store.server.ts'
import { trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import type { Audience, Order } from '#shop/orders/order.ts'
import type { PhotoKind } from '#shop/orders/order-photo.ts'
import type { DispatchCheck } from './dispatch-notices.tsx'

/** What the shop has to know before an order leaves; a link only for staff who may do themselves what it allows. */
export async function loadDispatchCheck(
  context: AppContext,
  { order, role }: { order: Pick<Order, 'id' | 'recipientName'>; role: Role },
): Promise<DispatchCheck> {
  const photos = await photosOf(context.db, [order.id])
  const takenAt = (kind: PhotoKind) =>
    photos.find((one) => one.kind === kind)?.takenAt.toISOString()
  const isDoorOfEarlierTry = photos.some(({ isEarlierTry }) => isEarlierTry)
  const audiences: Audience[] = order.recipientName === null ? ['sender'] : ['sender', 'recipient']
  const link = async (audience: Audience) => ({
    audience,
    url: may(role, audience === 'sender' ? 'refund-any-amount' : 'edit-orders')
      ? await trackingUrl(context, order.id, audience)
      : null,
  })
  return {
    photos: { leaving: takenAt('leaving'), door: takenAt('door'), isDoorOfEarlierTry },
    links: await Promise.all(audiences.map(link)),
  }
}
