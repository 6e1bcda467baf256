import type { Database } from '#platform/database/database.server.ts'
import { itemsOf, lockOrder } from '#shop/orders/orders.store.server.ts'
import type { ItemRow, OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { findQuote, type QuoteRow } from './quotes.store.server.ts'

/** An offer with its item and order, which is held until the transaction ends. */
export interface LockedQuote {
  order: OrderRow
  item: ItemRow
  offer: QuoteRow
}

/** Holds an offer's order, and answers how all of it stands then; null when there is no such offer. */
export async function lockQuote(tx: Database, quoteId: string): Promise<LockedQuote | null> {
  const found = await findQuote(tx, quoteId)
  if (!found) return null
  const order = await lockOrder(tx, found.orderId)
  // Read again: it may have been answered while we waited for the order.
  const offer = await findQuote(tx, quoteId)
  const item = (await itemsOf(tx, found.orderId)).find(({ id }) => id === found.itemId)
  return order && offer && item ? { order, item, offer } : null
}
