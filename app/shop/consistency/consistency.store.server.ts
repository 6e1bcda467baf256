import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { payments, refunds } from '#shop/payments/payments.tables.server.ts'
import {
  type CheckTime,
  type ConsistencyRule,
  maxListedRows,
  type Violation,
} from './consistency-rule.server.ts'
import { mailRules } from './mail-rules.store.server.ts'
import { orderRules } from './order-rules.store.server.ts'
import { moneyRules } from './payment-rules.store.server.ts'
import { pictureRules } from './picture-rules.store.server.ts'
import { quoteRules } from './quote-rules.store.server.ts'

/** All that must be true of the books, each asked in one statement and so of one moment. */
export const consistencyRules: readonly ConsistencyRule[] = [
  ...orderRules,
  ...moneyRules,
  ...mailRules,
  ...quoteRules,
  ...pictureRules,
]

/** The moment at which the books are read; a database that no shop has opened yet has no job queue. */
export async function findCheckTime(db: Database, now: Date): Promise<CheckTime> {
  const { rows } = await db.execute(sql`select to_regclass('pgboss.job') is not null as known`)
  const none = sql`(select ''::text as name, null::jsonb as data, ''::text as state, now() as created_on where false)`
  return {
    now: sql`${now.toISOString()}::timestamptz`,
    jobs: rows[0]?.known ? sql`(select name, data, state::text, created_on from pgboss.job)` : none,
  }
}

/** Where a rule does not hold; null when it does everywhere. */
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

/** How much was compared. */
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

export type KeptPayment = typeof payments.$inferSelect & {
  providerPaymentId: string
  refunds: (typeof refunds.$inferSelect)[]
}

/** Payments that a company knows, begun since a moment, with their refunds; by id, after the id `after`. */
export async function paymentsSince(
  db: Database,
  { since, after, limit }: { since: Date; after: string; limit: number },
): Promise<KeptPayment[]> {
  const found = await db
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
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  const given = await db.select().from(refunds).where(inArray(refunds.paymentId, ids))
  const ofPayment = Map.groupBy(given, ({ paymentId }) => paymentId)
  return found.map((payment) => ({
    ...payment,
    providerPaymentId: payment.providerPaymentId ?? '',
    refunds: ofPayment.get(payment.id) ?? [],
  }))
}

/** A payment as it is now; the shop may have moved on while its company was asked. */
export async function rereadPayment(db: Database, kept: KeptPayment): Promise<KeptPayment> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, kept.id))
  const given = await db.select().from(refunds).where(eq(refunds.paymentId, kept.id))
  return { ...kept, ...payment, providerPaymentId: kept.providerPaymentId, refunds: given }
}
