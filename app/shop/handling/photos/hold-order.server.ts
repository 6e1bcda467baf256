import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { isDoneSince, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { mayReportPhoto } from '#shop/orders/order-photo.ts'
import {
  customerActor,
  lockPlacedOrder,
  saveOrderChange,
} from '#shop/orders/orders.store.server.ts'
import { findPhoto } from './order-photos.store.server.ts'

/**
 * Stops an order from leaving, because the sender reports a problem with its photo, once for each photo. Repeating it changes
 * nothing.
 *
 * @throws AppError conflict if it has left, was released, was not photographed, or was photographed too long ago
 */
export async function holdOrder({ db, clock }: AppContext, orderId: string) {
  await db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    if (order.dispatchHeldAt) return
    const photo = await findPhoto(tx, orderId, 'leaving')
    const at = clock.now()
    const since = photo?.takenAt
    // Once for a photo: staff who released the order have looked at it.
    const isReleased = since && (await isDoneSince(tx, { action: 'hold-order', orderId, since }))
    if (!photo || isReleased || !mayReportPhoto(order, photo, at)) {
      throw new AppError('conflict', 'Your order can no longer be held. Please call us at once.')
    }
    await saveOrderChange(tx, orderId, { dispatchHeldAt: at })
    await recordAudit(tx, { at, by: customerActor(order), action: 'hold-order', orderId })
  })
}

/** Repeating it changes nothing. @throws AppError not_found */
export async function releaseOrder(
  { db, clock }: AppContext,
  { caller, orderId }: { caller: Caller; orderId: string },
) {
  await db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    if (!order.dispatchHeldAt) return
    await saveOrderChange(tx, orderId, { dispatchHeldAt: null })
    await recordAudit(tx, { at: clock.now(), by: caller, action: 'release-order', orderId })
  })
}
