import { and, inArray, isNotNull, ne, or } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { toBeDelivered } from '#shop/orders/order-filters.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'

/** Orders that have not left or have arrived, with somebody to mail, of which the delivery is from `from` on and before `to`. */
export async function ordersToRemind(db: Database, between: { from: Date; to: Date }) {
  const { id, deliveryAt, slotStartsAt, slotEndsAt, isPickup, fulfilment, placedAt, arrivedAt } =
    orders
  return db
    .select({ id, deliveryAt, slotStartsAt, slotEndsAt, isPickup, fulfilment, placedAt, arrivedAt })
    .from(orders)
    .where(
      and(
        toBeDelivered(between),
        or(inArray(fulfilment, ['placed', 'baking', 'ready']), isNotNull(arrivedAt)),
        ne(orders.customerEmail, ''),
      ),
    )
}

/** Which of these mails are queued or sent. */
export async function knownMails(db: Database, ids: string[]): Promise<Set<string>> {
  const rows = await db.select({ id: mails.id }).from(mails).where(inArray(mails.id, ids))
  return new Set(rows.map(({ id }) => id))
}
