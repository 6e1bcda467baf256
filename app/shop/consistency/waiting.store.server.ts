import { and, eq, lt } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { refunds } from '#shop/payments/payments.tables.server.ts'

/** Longer than this neither a payment nor a refund waits while all is well: the reconciler comes every 15 s. */
const overdueMs = 10 * 60_000

/** How much waits to be done: mails to be sent, mails given up, orders not paid and refunds not made for ten minutes. */
export async function countPendingWork(db: Database, now: Date) {
  const overdue = new Date(now.getTime() - overdueMs)
  return {
    mails: await db.$count(mails, eq(mails.status, 'waiting')),
    dead_mails: await db.$count(mails, eq(mails.status, 'dead')),
    unpaid_orders: await db.$count(
      orders,
      and(eq(orders.state, 'awaiting_payment'), lt(orders.createdAt, overdue)),
    ),
    refunds: await db.$count(
      refunds,
      and(eq(refunds.status, 'requested'), lt(refunds.createdAt, overdue)),
    ),
  }
}
