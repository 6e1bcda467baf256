import type { Database } from '#platform/database/database.server.ts'
import type { Order } from '#shop/orders/order.schema.ts'
import { photosOf } from '../tracking.store.server.ts'
import type { PhotosTaken } from './photo-kind.ts'

/**
 * When orders were photographed, by their ids: before they leave, and, of those that are delivered, at the door. Asks nothing
 * where all of them have just been placed.
 */
export async function loadPhotos(
  db: Database,
  orders: readonly Pick<Order, 'id' | 'fulfilment'>[],
): Promise<Record<string, PhotosTaken>> {
  const begun = new Map(
    orders.flatMap(({ id, fulfilment }) => (fulfilment === 'placed' ? [] : [[id, fulfilment]])),
  )
  if (begun.size === 0) return {}
  const taken: Record<string, PhotosTaken> = {}
  for (const { orderId, kind, takenAt } of await photosOf(db, [...begun.keys()])) {
    if (kind === 'door' && begun.get(orderId) !== 'delivered') continue
    taken[orderId] = { ...taken[orderId], [kind]: takenAt.toISOString() }
  }
  return taken
}
