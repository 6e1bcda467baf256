import { and, desc, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import { dayMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import type { OrderPayment } from '#shop/orders/order.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'

/** A refund has an amount below zero. `isReversed` if a statement had its amount debited with its reference. */
export type NotedPayment = { orderNumber: number; isMatched: boolean; isReversed: boolean } & Pick<
  OrderPayment,
  'id' | 'paise' | 'reference' | 'by' | 'createdAt'
>

const { id, orderId, paise, reference, claimed, by, matchedAt, reversedAt, createdAt } =
  orderPayments
const isMatched = sql<boolean>`${matchedAt} is not null`
const isReversed = sql<boolean>`${reversedAt} is not null`
const noted = { id, paise, reference, by, createdAt, isMatched, isReversed }
const payment = { ...noted, orderNumber: orders.number }
const isOpen = sql<boolean>`${reference} is not null and ${paise} > 0 and ${matchedAt} is null`

/** Payments and refunds with these references, also those that are matched. */
export async function findPayments(db: Database, references: string[]): Promise<NotedPayment[]> {
  return db
    .select(payment)
    .from(orderPayments)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(sql`${reference} = any(${sql.param(references)}::text[])`)
    .orderBy(orders.number, orderPayments.serial)
}

/** What came to the shop's own UPI id and is not found yet, by the references that customers gave; none that two have. */
export async function claimedPayments(db: Database, references: string[]) {
  const known = db.select({ reference }).from(orderPayments).where(isNotNull(reference))
  const claims = db
    .select({ claimed })
    .from(orderPayments)
    .where(isNull(reference))
    .groupBy(claimed)
    .having(sql`count(*) = 1`)
  return db
    .select({ ...payment, orderId, reference: claimed })
    .from(orderPayments)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(and(inArray(claimed, references), inArray(claimed, claims), notInArray(claimed, known)))
}

type Mark = { matchedAt: Date | null; reversedAt?: Date }

/** @returns the amounts of those that were not marked so before */
export async function markPayments(tx: Database, marked: readonly NotedPayment[], mark: Mark) {
  const ids = marked.map((row) => row.id)
  const isOne = and(inArray(id, ids), isNull(reversedAt), mark.matchedAt ? isOpen : undefined)
  return tx.update(orderPayments).set(mark).where(isOne).returning({ paise })
}

export type UnmatchedList = Awaited<ReturnType<typeof unmatchedPayments>>

/** What no statement has had; `late` are the newest 100 that are older than two days. By two days after a payment a bank's statement has it. */
export async function unmatchedPayments(db: Database, now: Date) {
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
