import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { orderMoves } from '#shop/orders/orders.tables.server.ts'
import { nobody } from './forget-in-tax-documents.store.server.ts'

/** Removes what was said of a person's orders on the way and at the door, and the person from what they did themselves. */
export async function forgetOnTheWay(tx: Database, userId: string, orderIds: string[]) {
  const email = tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await tx.update(orderMoves).set({ detail: '' }).where(inArray(orderMoves.orderId, orderIds))
  await tx.update(orderMoves).set({ by: nobody }).where(inArray(orderMoves.by, email))
  // Whether less was taken stays to be seen; why it was refunded does not.
  await tx
    .update(orderPayments)
    .set({
      reason: sql`case when ${orderPayments.reason} = '' or ${orderPayments.cause} = 'refund' then '' else ${nobody} end`,
    })
    .where(and(inArray(orderPayments.orderId, orderIds), ne(orderPayments.cause, 'dispute')))
  await tx.update(orderPayments).set({ by: nobody }).where(inArray(orderPayments.by, email))
}
