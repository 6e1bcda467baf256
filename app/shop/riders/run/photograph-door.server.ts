import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { fulfilmentAfter } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { findMove } from '#shop/orders/fulfilment/order-moves.store.server.ts'
import { storePhoto } from '#shop/tracking/photo/store-photo.server.ts'
import { lockStop, requireRun } from './lock-stop.server.ts'

interface DoorPhoto {
  token: string
  orderId: string
  /** Of the move that is sent with it. */
  moveId: string
  bytes: Uint8Array
}

/**
 * Stores the photo that a rider took at a door. Once the move was made for which it was taken, it changes nothing.
 *
 * @throws AppError not_found for a link that does not work, or another run's order; conflict when the order is not out for
 *   delivery; and as `storePhoto`
 */
export async function photographDoor(
  deps: Pick<AppContext, 'db' | 'clock' | 'log' | 'files' | 'limiter' | 'runTokens'>,
  { token, orderId, moveId, bytes }: DoorPhoto,
) {
  // Before the photo is encoded, which costs far more.
  const runId = await requireRun(deps, deps.db, token)
  await deps.limiter.attemptByMany('door-photo', runId)
  await storePhoto(deps, {
    orderId,
    kind: 'door',
    bytes,
    by: 'shop',
    role: 'rider',
    async isWanted(tx) {
      const { order } = await lockStop(deps, tx, { token, orderId })
      if (await findMove(tx, moveId)) return false
      if (fulfilmentAfter(order.fulfilment, 'deliver', order)) return true
      throw new AppError('conflict', `Order ${order.number} is not out for delivery.`)
    },
  })
}
