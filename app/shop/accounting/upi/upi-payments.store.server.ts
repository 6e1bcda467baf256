import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import type { NotedPayment, UnmatchedList } from './match-payments.ts'

const { id, orderId, paise, method, reference, by, matchedAt, createdAt } = orderPayments
const payment = { id, orderNumber: orders.number, paise, reference, by, createdAt }
const isOpen = sql<boolean>`${method} = 'upi' and ${paise} > 0 and ${matchedAt} is null`

/** Payments and refunds with these references, also those that are matched. */
export async function findPayments(db: Database, references: string[]): Promise<NotedPayment[]> {
  return db
    .select({ ...payment, isOpen })
    .from(orderPayments)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(sql`${reference} = any(${sql.param(references)}::text[])`)
    .orderBy(orders.number, orderPayments.serial)
}

/** @returns the amounts of those that were not matched before */
export async function markMatched(tx: Database, matched: readonly NotedPayment[], now: Date) {
  const ids = matched.map((row) => row.id)
  const isOne = and(isOpen, inArray(id, ids))
  return tx.update(orderPayments).set({ matchedAt: now }).where(isOne).returning({ paise })
}

/** What no statement has had. By two days after a payment a bank's statement has it. */
export async function unmatchedPayments(db: Database, now: Date): Promise<UnmatchedList> {
  const isYoung = sql<boolean>`${createdAt} > ${new Date(now.getTime() - 2 * dayMs)}`
  const lateCount = sql`count(*) filter (where not ${isYoung}) over ()`.mapWith(Number)
  const youngCount = sql`count(*) filter (where ${isYoung}) over ()`.mapWith(Number)
  const rows = await db
    .select({ payment, counts: { lateCount, youngCount }, isYoung })
    .from(orderPayments)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(isOpen)
    .orderBy(isYoung, desc(createdAt))
    .limit(100)
  const late = rows.flatMap((row) => (row.isYoung ? [] : row.payment))
  return { late, ...(rows[0]?.counts ?? { lateCount: 0, youngCount: 0 }) }
}
