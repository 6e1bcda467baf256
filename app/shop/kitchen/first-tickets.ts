import type { KitchenItem } from './kitchen-item.ts'

/** The ids of the items that come first of their orders: an order has one photo, whatever it has of cakes. */
export function firstTickets(
  items: readonly Pick<KitchenItem, 'id' | 'orderId'>[],
): ReadonlySet<string> {
  return new Set(new Map(items.toReversed().map(({ id, orderId }) => [orderId, id])).values())
}
