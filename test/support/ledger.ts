import { and, asc, eq, lt } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { duePaise, paidOnlinePaise, refundedPaise, waivedPaise } from '#shop/orders/money/ledger.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { sandboxIntents } from '#shop/payments/sandbox/sandbox.tables.server.ts'

/** What was paid online, or is to be. */
export const storedPayments = (db: Database) =>
  db.select().from(orderPayments).where(eq(orderPayments.cause, 'online'))

/** Refunds, and what banks took back, with their amounts as people say them: oldest first. */
export async function storedRefunds(db: Database) {
  const rows = await db
    .select()
    .from(orderPayments)
    .where(and(eq(orderPayments.method, 'provider'), lt(orderPayments.paise, 0)))
    .orderBy(asc(orderPayments.serial))
  return rows.map(({ paise, ...row }) => ({ ...row, amountPaise: -paise }))
}

/** Refunds that the sandbox has made. */
export async function sandboxRefunds(db: Database) {
  return (await db.select().from(sandboxIntents)).flatMap(({ refunds }) => refunds)
}

/** How the money of an order stands. */
export async function moneyOf(db: Database, orderId: string) {
  const order = await findOrder(db, orderId)
  if (!order) throw new Error(`no order ${orderId}`)
  return {
    state: order.state,
    cardPaise: paidOnlinePaise(order),
    duePaise: duePaise(order),
    waivedPaise: waivedPaise(order),
    refundedPaise: refundedPaise(order),
  }
}

/** What was taken at a door, with a reason why it was short. */
export const doorPayment = (paise: number, now: Date, by = 'rider', reason = 'No change') => ({
  paise,
  method: 'cash' as const,
  cause: 'door' as const,
  status: 'succeeded' as const,
  provider: null,
  providerId: null,
  paymentId: null,
  reference: null,
  key: crypto.randomUUID(),
  reason,
  by,
  now,
})
