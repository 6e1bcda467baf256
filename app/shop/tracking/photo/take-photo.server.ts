import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { isAnyMade } from '#shop/orders/order-rules.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { storePhoto } from './store-photo.server.ts'

/**
 * Stores the photo of an order before it leaves, in place of an earlier one.
 *
 * @throws AppError not_found, conflict (it has left, nothing of it is made), unsupported_media (no picture we take), invalid
 *   (damaged, far too large), too_many
 */
export async function takePhoto(
  deps: Pick<AppContext, 'db' | 'clock' | 'log' | 'files'>,
  { caller, orderId, bytes }: { caller: Caller; orderId: string; bytes: Uint8Array },
) {
  await storePhoto(deps, {
    orderId,
    kind: 'leaving',
    bytes,
    by: caller,
    isWanted: (tx) => requireHere(tx, orderId),
  })
}

async function requireHere(tx: Database, orderId: string): Promise<true> {
  const order = await lockPlacedOrder(tx, orderId)
  if (hasLeft(order.fulfilment)) {
    throw new AppError('conflict', 'This order has left, so it cannot be photographed any more.')
  }
  if (isAnyMade(order)) return true
  throw new AppError(
    'conflict',
    'Nothing of this order is made, so there is nothing to photograph.',
  )
}
