import type { Database } from '#platform/database/database.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { photosOf } from '#shop/orders/photos/order-photos.store.server.ts'
import { isForCustomer, type PhotosTaken } from '#shop/orders/photos/photo-kind.ts'

/** When orders were photographed, by their ids, as far as customers see it. Asks nothing where all have just been placed. */
export async function loadPhotos(
  db: Database,
  orders: readonly Pick<Order, 'id' | 'fulfilment'>[],
): Promise<Record<string, PhotosTaken>> {
  const begun = new Map(
    orders.flatMap((order) => (order.fulfilment === 'placed' ? [] : [[order.id, order]])),
  )
  if (begun.size === 0) return {}
  const taken: Record<string, PhotosTaken> = {}
  for (const photo of await photosOf(db, [...begun.keys()])) {
    const { orderId, kind, takenAt } = photo
    const order = begun.get(orderId)
    if (!order || !isForCustomer(photo, order)) continue
    taken[orderId] = { ...taken[orderId], [kind]: takenAt.toISOString() }
  }
  return taken
}
