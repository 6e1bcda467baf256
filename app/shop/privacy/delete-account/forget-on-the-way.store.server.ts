import { eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { orderMoves } from '#shop/orders/orders.tables.server.ts'
import { doorPayments } from '#shop/riders/door-money/door-money.tables.server.ts'
import { nobody } from './forget-in-tax-documents.store.server.ts'

/** Removes what was said of a person's orders on the way and at the door, and the person from what they did themselves. */
export async function forgetOnTheWay(tx: Database, userId: string, orderIds: string[]) {
  const email = tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await tx.update(orderMoves).set({ detail: '' }).where(inArray(orderMoves.orderId, orderIds))
  await tx.update(orderMoves).set({ by: nobody }).where(inArray(orderMoves.by, email))
  await tx
    .update(doorPayments)
    .set({ reason: sql`case when ${doorPayments.reason} = '' then '' else ${nobody} end` })
    .where(inArray(doorPayments.orderId, orderIds))
  await tx.update(doorPayments).set({ by: nobody }).where(inArray(doorPayments.by, email))
}
