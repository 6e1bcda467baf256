import { and, asc, eq, gt, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { disputes, payments, refunds } from '#shop/payments/payments.tables.server.ts'
import {
  type CheckTime,
  type ConsistencyRule,
  maxListedRows,
  type Violation,
} from './consistency-rule.server.ts'

/** An amount in paise as rupees: '₹900.00'; 'nothing' for null. */
export function inr(paise: SQL): SQL {
  return sql`coalesce('₹' || to_char(${paise} / 100.0, 'FM999999999990.00'), 'nothing')`
}

/** The time and the job queue for the rules. A database that no shop has opened yet has no queue. */
export async function findCheckTime(db: Database, now: Date): Promise<CheckTime> {
  const { rows } = await db.execute(sql`select to_regclass('pgboss.job') is not null as "exists"`)
  const none = sql`(select ''::text as name, null::jsonb as data, ''::text as state, now() as created_on where false)`
  return {
    now: sql`${now.toISOString()}::timestamptz`,
    jobs: rows[0]?.exists
      ? sql`(select name, data, state::text, created_on from pgboss.job)`
      : none,
  }
}

/** The violations of a rule; null if there are none. */
export async function findViolation(
  db: Database,
  rule: ConsistencyRule,
  moment: CheckTime,
): Promise<Violation | null> {
  const { rows } = await db.execute(sql`
    select what, count(*) over () as total from (${rule.rows(moment)}) broken order by what limit ${maxListedRows}`)
  if (rows.length === 0) return null
  return { check: rule, rows: rows.map(({ what }) => String(what)), total: Number(rows[0]?.total) }
}

export interface CheckedCounts {
  orders: number
  payments: number
  refunds: number
  mails: number
}

export async function countCheckedRows(db: Database): Promise<CheckedCounts> {
  const { rows } = await db.execute(sql`
    select (select count(*) from orders) as orders, (select count(*) from payments) as payments,
      (select count(*) from refunds) as refunds, (select count(*) from mails) as mails`)
  const count = (name: keyof CheckedCounts) => Number(rows[0]?.[name])
  return {
    orders: count('orders'),
    payments: count('payments'),
    refunds: count('refunds'),
    mails: count('mails'),
  }
}

export type StoredPayment = typeof payments.$inferSelect & {
  providerPaymentId: string
  refunds: (typeof refunds.$inferSelect)[]
  disputes: (typeof disputes.$inferSelect)[]
}

/** Payments that a provider knows, started since a moment, with their refunds and disputes; by id, after the id `after`. */
export async function paymentsSince(
  db: Database,
  { since, after, limit }: { since: Date; after: string; limit: number },
): Promise<StoredPayment[]> {
  const rows = await db
    .select()
    .from(payments)
    .where(
      and(
        gt(payments.createdAt, since),
        gt(payments.id, after),
        isNotNull(payments.providerPaymentId),
      ),
    )
    .orderBy(asc(payments.id))
    .limit(limit)
  if (rows.length === 0) return []
  const changesOf = await readChanges(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((payment) => ({
    ...payment,
    providerPaymentId: payment.providerPaymentId ?? '',
    ...changesOf(payment.id),
  }))
}

/** Refunds and disputes of payments. */
async function readChanges(db: Database, paymentIds: string[]) {
  const refundRows = await db.select().from(refunds).where(inArray(refunds.paymentId, paymentIds))
  const disputeRows = await db
    .select()
    .from(disputes)
    .where(inArray(disputes.paymentId, paymentIds))
  const refundsBy = Map.groupBy(refundRows, ({ paymentId }) => paymentId)
  const disputesBy = Map.groupBy(disputeRows, ({ paymentId }) => paymentId)
  return (id: string) => ({
    refunds: refundsBy.get(id) ?? [],
    disputes: disputesBy.get(id) ?? [],
  })
}

/** Reads a payment again. */
export async function rereadPayment(db: Database, stored: StoredPayment): Promise<StoredPayment> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, stored.id))
  const changesOf = await readChanges(db, [stored.id])
  return {
    ...stored,
    ...payment,
    providerPaymentId: stored.providerPaymentId,
    ...changesOf(stored.id),
  }
}

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
      refunds,
      and(eq(refunds.status, 'requested'), lt(refunds.createdAt, overdue)),
    ),
  }
}

/** Totals by which a backup is compared with its shop: counts, paise, and the last invoice serial of each year. */
export async function shopTotals(db: Database): Promise<Record<string, number>> {
  const { rows } = await db.execute(sql`
    select 'customers' as name, count(*)::float8 as amount from users
    union all select 'cakes', count(*) from cakes
    union all select 'orders ' || state, count(*) from orders group by state
    union all select 'paise by card', sum(card_paise) from orders where state = 'placed'
    union all select 'paise in cash', sum(cash_paise) from orders where state = 'placed'
    union all select 'paise refunded', sum(refunded_paise) from orders
    union all select 'payments ' || status, count(*) from payments group by status
    union all select 'paise of payments ' || status, sum(amount_paise) from payments group by status
    union all select 'refunds ' || status, count(*) from refunds group by status
    union all select 'paise of refunds ' || status, sum(amount_paise) from refunds group by status
    union all select 'mails ' || status, count(*) from mails group by status
    union all select 'last invoice of ' || year, last from invoice_serials
    order by name`)
  return Object.fromEntries(rows.map(({ name, amount }) => [String(name), Number(amount)]))
}
