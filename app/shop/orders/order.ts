import type { orderCharges, orderPayments } from './money/ledger.tables.server.ts'
import type { orderItems, orders, trackingLinks } from './orders.tables.server.ts'

/** Whom a tracking link is for: the `sender` is the customer, the `recipient` gets the order. */
export type Audience = (typeof trackingLinks.$inferSelect)['audience']

/** With the cake as it was when ordered; `cakeId` is null, too, once the cake is deleted. */
export type OrderItem = Omit<typeof orderItems.$inferSelect, 'orderNumber'>

/** Negative for a credit. */
export type OrderCharge = Omit<typeof orderCharges.$inferSelect, 'serial' | 'orderId'>

/** Negative for a refund. */
export type OrderPayment = Omit<
  typeof orderPayments.$inferSelect,
  'serial' | 'currency' | 'matchedAt' | 'reversedAt'
>

/**
 * The shop's internal form of an order: paise, instants, status. How `state`, `fulfilment`, the items' statuses and that
 * of an item's newest quote go together:
 *
 *     state               fulfilment                    items
 *     awaiting_payment    placed, without a meaning     all processing
 *     expired             placed, without a meaning     all expired
 *     placed              placed, baking                one is to be prepared or priced, or none is made any more
 *     placed              ready                         all that are made are completed
 *     placed              out_for_delivery, failed,     as when it was ready: none is dropped or undone any more
 *                         delivered, closed; collected
 *
 *     customised item     newest quote                  price      made
 *     processing          none                          0          if a price is agreed
 *     quoted              open                          0          if a price is agreed
 *     accepted            accepted                      agreed     yes
 *     completed           accepted                      agreed     yes, and prepared
 *     declined            declined                      0          no, unless quoted again
 *     expired             expired; none of its order    0          no, unless quoted again
 *     rejected            none                          0          no
 *     cancelled           none, withdrawn or accepted   as it was  no
 *
 * A ready-made item has its price and no quote: it is processing, completed or cancelled, or expired with its order.
 */
export interface Order extends Omit<typeof orders.$inferSelect, 'zone' | 'checkoutKey'> {
  items: readonly OrderItem[]
  /** Oldest first. */
  charges: readonly OrderCharge[]
  /** Oldest first. */
  payments: readonly OrderPayment[]
}
