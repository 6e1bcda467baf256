import { and, eq, gt, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { hourMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { isPaidOnline, ownUpi } from '#shop/orders/money/ledger.ts'
import type { OrderPayment } from '#shop/orders/order.ts'
import { type DisputedOrder, orderPages } from '#shop/orders/orders.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'

/** Something that must be true of the data, and what to do where it is not. */
export interface ConsistencyCheck {
  /** 'order-and-payment'. */
  name: string
  /** A `notice` if two places agree, but the operator should know. Otherwise they contradict each other: an error. */
  severity?: 'notice'
  /** What must be true, in a sentence. */
  requirement: string
  /** What to do where it is not, in a sentence. */
  remedy: string
}

/** A check of rows that only the database can compare. */
interface RowRule {
  /** Selects a text column `what` for each violation. It has only numbers, ids and amounts. */
  rows(at: CheckTime): SQL
}

/** A check of each order. */
interface OrderRule {
  /** A text for each violation. It has only numbers, ids and amounts. */
  violations(order: DisputedOrder): Found | Found[]
}
type Found = string | false | undefined

export type ConsistencyRule = ConsistencyCheck & (RowRule | OrderRule)

/** Rules by their names. */
export function namedRules(
  rules: Record<string, Omit<ConsistencyCheck, 'name'> & (RowRule | OrderRule)>,
): ConsistencyRule[] {
  return Object.entries(rules).map(([name, rule]) => ({ name, ...rule }))
}

/** What the queries of rules may use besides the tables. */
interface CheckTime {
  /** The time of the shop's clock. */
  now: SQL
  /** The job queue, as `name`, `data`, `state` and `created_on` of each job. */
  jobs: SQL
}

/** A check that failed. */
export interface Violation {
  check: ConsistencyCheck
  /** The first violations. */
  rows: string[]
  total: number
}

/** The report lists this many rows of a check and counts the others. */
const maxListedRows = 20

/** Collects violations one by one. It counts all, but stores only the first ones. */
export function collectViolations() {
  const byCheck = new Map<ConsistencyCheck, Violation>()
  return {
    add(check: ConsistencyCheck, what: string) {
      const violation = byCheck.get(check) ?? { check, rows: [], total: 0 }
      violation.total += 1
      if (violation.rows.length < maxListedRows) violation.rows.push(what)
      byCheck.set(check, violation)
    },
    all: () => [...byCheck.values()],
  }
}

/** An amount in paise, which {@link findViolations} writes as rupees; 'nothing' for null. */
export function inr(paise: SQL): SQL {
  return sql`coalesce('{' || (${paise}) || '}', 'nothing')`
}

/** The time and the job queue for the rules. A database that no shop has opened yet has no queue. */
async function findCheckTime(db: Database, now: Date): Promise<CheckTime> {
  const { rows } = await db.execute(sql`select to_regclass('pgboss.job') is not null as "exists"`)
  const none = sql`(select ''::text as name, null::jsonb as data, ''::text as state, now() as created_on where false)`
  return {
    now: sql`${now.toISOString()}::timestamptz`,
    jobs: rows[0]?.exists
      ? sql`(select name, data, state::text, created_on from pgboss.job)`
      : none,
  }
}

/** The violations of rules. It may run while the shop is open: each order, and each rule of rows, is read in one statement. */
export async function findViolations(
  db: Database,
  rules: readonly ConsistencyRule[],
  now: Date,
): Promise<Violation[]> {
  const at = await findCheckTime(db, now)
  const ofRows: Violation[] = []
  for (const rule of rules) {
    if (!('rows' in rule)) continue
    const { rows } = await db.execute<{ what: string; total: string }>(sql`
      select what, count(*) over () as total from (${rule.rows(at)}) broken order by what limit ${maxListedRows}`)
    const [first] = rows
    if (first) ofRows.push({ check: rule, rows: rows.map(withRupees), total: Number(first.total) })
  }
  const orderRules = rules.filter((rule) => 'violations' in rule)
  const { add, all } = collectViolations()
  for await (const page of orderPages(db)) {
    for (const rule of orderRules) {
      for (const what of page.flatMap(rule.violations)) if (what) add(rule, what)
    }
  }
  return [...ofRows, ...all()]
}

function withRupees({ what }: { what: string }): string {
  return what.replaceAll(/\{(-?\d+)\}/g, (_, paise) => formatInr(Number(paise)))
}

/** By their singular words. */
export async function countCheckedRows(db: Database) {
  return {
    order: await db.$count(orders),
    payment: await db.$count(orderPayments, sql`${orderPayments.buys} ->> 'kind' = 'order'`),
    refund: await db.$count(orderPayments, eq(orderPayments.cause, 'refund')),
    mail: await db.$count(mails),
  }
}

export async function pictureExists(db: Database, id: string): Promise<boolean> {
  return (await db.$count(pictures, eq(pictures.id, id))) > 0
}

export type StoredPayment = Omit<OrderPayment, 'provider' | 'providerId'> & {
  provider: string
  providerId: string
  /** Of its order. */
  refunds: OrderPayment[]
  disputes: DisputedOrder['disputes']
}

/** Pages of payments that a provider knows, started since a moment, with their refunds and disputes. */
export async function* paymentsSince(db: Database, since: Date): AsyncGenerator<StoredPayment[]> {
  const { orderId, cause, createdAt, providerId } = orderPayments
  const isKnown = and(eq(cause, 'online'), gt(createdAt, since), isNotNull(providerId))
  const ids = db.select({ orderId }).from(orderPayments).where(isKnown)
  for await (const payments of paymentPages(db, inArray(orders.id, ids))) {
    yield payments.filter((payment) => payment.createdAt > since)
  }
}

/** Reads a payment again. */
export async function rereadPayment(db: Database, stored: StoredPayment): Promise<StoredPayment> {
  for await (const payments of paymentPages(db, eq(orders.id, stored.orderId))) {
    return payments.find(({ id }) => id === stored.id) ?? stored
  }
  return stored
}

async function* paymentPages(db: Database, where: SQL) {
  for await (const page of orderPages(db, where)) yield page.flatMap(knownPayments)
}

function knownPayments({ payments, disputes }: DisputedOrder): StoredPayment[] {
  const refunds = payments.filter(({ cause }) => cause === 'refund')
  return payments.filter(isPaidOnline).flatMap((payment) => {
    const { id, provider, providerId } = payment
    if (!provider || !providerId) return []
    const own = disputes.filter(({ paymentId }) => paymentId === id)
    return [{ ...payment, provider, providerId, refunds, disputes: own }]
  })
}

/** What the provider kept of a payment. */
export async function storeFee(db: Database, id: string, feePaise: Paise) {
  await db.update(orderPayments).set({ feePaise }).where(eq(orderPayments.id, id))
}

/** Orders placed, and payments declined, in the last hour. */
export async function countLastHour(db: Database, now: Date) {
  const since = new Date(now.getTime() - hourMs)
  return {
    orders_placed: await db.$count(
      orders,
      and(eq(orders.state, 'placed'), gt(orders.placedAt, since)),
    ),
    payments_declined: await db.$count(orderPayments, gt(orderPayments.declinedAt, since)),
  }
}

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
      and(
        eq(orderPayments.status, 'requested'),
        // Staff send those.
        ne(orderPayments.provider, ownUpi),
        lt(orderPayments.createdAt, overdue),
      ),
    ),
  }
}
