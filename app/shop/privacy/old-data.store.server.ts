import { and, eq, exists, inArray, isNotNull, isNull, lt, ne, not, notExists } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { auditLog, isSecurity } from '#shop/audit-log/audit-log.tables.server.ts'
import {
  orderCharges,
  orderPayments,
  paymentEvents,
} from '#shop/orders/money/ledger.tables.server.ts'
import { orderItems, orders, quotes } from '#shop/orders/orders.tables.server.ts'
import { messages, subscribers } from '#shop/storefront/storefront.tables.server.ts'

export async function deleteUnconfirmedSubscribers(db: Database, before: Date) {
  await db
    .delete(subscribers)
    .where(and(isNull(subscribers.confirmedAt), lt(subscribers.consentedAt, before)))
}

export async function deleteOldMessages(db: Database, before: Date) {
  await db.delete(messages).where(lt(messages.createdAt, before))
}

export async function deleteOldSecurityEntries(db: Database, before: Date) {
  await db.delete(auditLog).where(and(isSecurity, lt(auditLog.at, before)))
}

/** Deletes guests who never placed an order. Neither log refers to them. */
export async function deleteGuestsWithoutOrder(db: Database, before: Date) {
  const theirs = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, users.id))
  await db
    .delete(users)
    .where(and(isNotNull(users.guestEmail), lt(users.createdAt, before), notExists(theirs)))
}

/** How many orders go in one transaction: others wait for its locks. */
const batchSize = 100

/** Deletes expired orders with their orderPayments, unless a payment has moved money. */
export async function deleteUnpaidOrders(db: Database, before: Date) {
  while ((await deleteBatch(db, before)) === batchSize);
}

function deleteBatch(db: Database, before: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const movedMoney = exists(
      tx
        .select({ id: orderPayments.id })
        .from(orderPayments)
        .where(and(eq(orderPayments.orderId, orders.id), ne(orderPayments.status, 'cancelled'))),
    )
    const rows = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.state, 'expired'), lt(orders.createdAt, before), not(movedMoney)))
      .limit(batchSize)
      .for('update')
    const ids = rows.map(({ id }) => id)
    const theirPayments = tx
      .select({ id: orderPayments.id })
      .from(orderPayments)
      .where(inArray(orderPayments.orderId, ids))
    const theirItems = tx
      .select({ id: orderItems.id })
      .from(orderItems)
      .where(inArray(orderItems.orderId, ids))
    await tx.delete(paymentEvents).where(inArray(paymentEvents.paymentId, theirPayments))
    await tx.delete(orderPayments).where(inArray(orderPayments.orderId, ids))
    await tx.delete(orderCharges).where(inArray(orderCharges.orderId, ids))
    await tx.delete(quotes).where(inArray(quotes.itemId, theirItems))
    await tx.delete(orderItems).where(inArray(orderItems.orderId, ids))
    await tx.delete(orders).where(inArray(orders.id, ids))
    return ids.length
  })
}
