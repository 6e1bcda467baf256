import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { isDoneSince, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { requireTracked, tokenSchema } from '#shop/orders/links/tracking-link.server.ts'
import { mayReportPhoto } from '#shop/orders/order-photo.ts'
import {
  customerActor,
  lockPlacedOrder,
  saveOrderChange,
} from '#shop/orders/orders.store.server.ts'
import { findPhoto } from '../handling.store.server.ts'

const holdOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/hold',
  tag: 'Tracking',
  summary: 'Hold an order whose photo is wrong, by its sender’s link',
  description:
    'Within 15 minutes of the photo and before the order has left, else 409. It does not leave until the baker lets it. Repeating it changes nothing. 404 for every link that does not work, and for that of somebody else.',
  access: 'anyone',
  body: z.object({ token: tokenSchema }),
  response: messageSchema,
  problems: [404, 409],
})

const releaseOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/release',
  tag: 'Tracking',
  summary: 'Let an order leave that its sender has held',
  description: 'Repeating it changes nothing.',
  access: 'prepare-items',
  body: z.object({ order: orderIdSchema }),
  response: messageSchema,
  problems: [404],
})

export type HoldOrder = typeof holdOrderEndpoint
export type ReleaseOrder = typeof releaseOrderEndpoint

export function serveHolds(api: Api, shop: AppContext) {
  api.serve(holdOrderEndpoint, async ({ body: { token } }) => {
    const { order } = await requireTracked(shop, token, 'sender')
    await holdOrder(shop, order.id)
    return { message: 'We hold your order. Please write what is wrong, or call us now.' }
  })

  api.serve(releaseOrderEndpoint, async ({ body: { order: orderId } }, { caller }) => {
    await shop.db.transaction(async (tx) => {
      const order = await lockPlacedOrder(tx, orderId)
      if (!order.dispatchHeldAt) return
      await saveOrderChange(tx, orderId, { dispatchHeldAt: null })
      const at = shop.clock.now()
      await recordAudit(tx, { at, by: caller, action: 'release-order', orderId })
    })
    return { message: 'The order may leave.' }
  })
}

/**
 * Stops an order from leaving, because the sender reports a problem with its photo, once for each photo. Repeating it changes
 * nothing.
 *
 * @throws AppError conflict if it has left, was released, was not photographed, or was photographed too long ago
 */
async function holdOrder({ db, clock }: AppContext, orderId: string) {
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
