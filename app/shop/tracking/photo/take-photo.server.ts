import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { isMade } from '../recipient/change-where-to.server.ts'
import { type StorePhotoDeps, storePhoto } from './store-photo.server.ts'

/**
 * Stores the photo of an order before it leaves, in place of an earlier one.
 *
 * @throws AppError not_found, conflict (it has left, nothing of it is made), unsupported_media (no picture we take), invalid
 *   (damaged, far too large), too_many
 */
export async function takePhoto(
  deps: StorePhotoDeps,
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
  const { fulfilment } = await lockPlacedOrder(tx, orderId)
  if (hasLeft(fulfilment)) {
    throw new AppError('conflict', 'This order has left, so it cannot be photographed any more.')
  }
  if (await isMade(tx, orderId)) return true
  throw new AppError(
    'conflict',
    'Nothing of this order is made, so there is nothing to photograph.',
  )
}
