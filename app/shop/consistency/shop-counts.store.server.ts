import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'

/** Payments and refunds usually take less than this: the reconciler runs every 15 s. */
const overdueMs = 10 * 60_000

/** Pending work: mails to send, dead-letter and held-back mails, and orders and refunds that are open for ten minutes. */
export async function countPendingWork(db: Database, now: Date) {
  const overdue = new Date(now.getTime() - overdueMs)
  return {
    mails: await db.$count(mails, eq(mails.status, 'waiting')),
    dead_letters: await db.$count(mails, eq(mails.status, 'dead_letter')),
    held_back: await db.$count(mails, eq(mails.status, 'held_back')),
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

/** Totals by which a backup is compared with its shop: counts, paise, and the last invoice serial of each year. */
export async function shopTotals(db: Database): Promise<Record<string, number>> {
  const { rows } = await db.execute(sql`
    select 'customers' as name, count(*)::float8 as amount from users
    union all select 'cakes', count(*) from cakes
    union all select 'orders ' || state, count(*) from orders group by state
    union all select 'paise charged', sum(charged_paise) from orders where state = 'placed'
    union all select 'paise paid', sum(paid_paise) from orders
    union all select 'charges ' || cause, count(*) from order_charges group by cause
    union all select 'paise of charges ' || cause, sum(paise) from order_charges group by cause
    union all select 'payments ' || cause || ' ' || status, count(*) from order_payments group by cause, status
    union all select 'paise of payments ' || cause || ' ' || status, sum(paise) from order_payments group by cause, status
    union all select 'mails ' || status, count(*) from mails group by status
    union all select 'last invoice of ' || year, last from invoice_serials
    order by name`)
  return Object.fromEntries(rows.map(({ name, amount }) => [String(name), Number(amount)]))
}
