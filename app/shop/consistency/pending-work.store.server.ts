import { and, eq, lt } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'

/** Payments and refunds usually take less than this: the reconciler runs every 15 s. */
const overdueMs = 10 * 60_000

/** Pending work: mails to send, dead-letter mails, and orders and refunds that are open for ten minutes. */
export async function countPendingWork(db: Database, now: Date) {
  const overdue = new Date(now.getTime() - overdueMs)
  return {
    mails: await db.$count(mails, eq(mails.status, 'waiting')),
    dead_letters: await db.$count(mails, eq(mails.status, 'dead_letter')),
    unpaid_orders: await db.$count(
      orders,
      and(eq(orders.state, 'awaiting_payment'), lt(orders.createdAt, overdue)),
    ),
    refunds: await db.$count(
      orderPayments,
      and(eq(orderPayments.status, 'requested'), lt(orderPayments.createdAt, overdue)),
    ),
  }
}
