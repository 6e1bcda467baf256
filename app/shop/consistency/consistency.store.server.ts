import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { type DisputedOrder, orderPages } from '#shop/orders/orders.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import { formatInr } from '#shop/values/money.ts'

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
