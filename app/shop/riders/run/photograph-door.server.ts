import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { fulfilmentAfter } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { findMove } from '#shop/orders/fulfilment/order-moves.store.server.ts'
import { storePhoto } from '#shop/orders/photos/store-photo.server.ts'
import { lockStop, requireRun } from './find-run.server.ts'

interface DoorPhoto {
  token: string
  orderId: string
  /** The id of the move that it is for. */
  moveId: string
  bytes: Uint8Array
}

/**
 * Stores a rider's photo at a door. It changes nothing once the move that it is for was made.
 *
 * @throws AppError not_found for a link that does not work, or another run's order; conflict if the order is not out for
 *   delivery; and as `storePhoto`
 */
export async function photographDoor(
  context: AppContext,
  { token, orderId, moveId, bytes }: DoorPhoto,
) {
  // First, because encoding a photo costs far more.
  const { id: runId } = await requireRun(context, context.db, token)
  await context.limiter.attemptByMany('door-photo', runId)
  await storePhoto(context, {
    orderId,
    kind: 'door',
    bytes,
    by: 'shop',
    role: 'rider',
    async isWanted(tx) {
      const { order } = await lockStop(context, tx, { token, orderId })
      if (await findMove(tx, moveId)) return false
      if (fulfilmentAfter(order.fulfilment, 'deliver', order)) return true
      throw new AppError('conflict', `Order ${order.number} is not out for delivery.`)
    },
  })
}
