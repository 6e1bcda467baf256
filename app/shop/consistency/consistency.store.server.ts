import { eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'

/** `error`: two places contradict each other. `notice`: they agree, but the operator should know. */
type Severity = 'error' | 'notice'

/** Something that must be true of the data, and what to do where it is not. */
export interface ConsistencyCheck {
  /** 'order-and-payment'. */
  name: string
  severity: Severity
  /** What must be true, in a sentence. */
  requirement: string
  /** What to do where it is not, in a sentence. */
  remedy: string
}

/** A check that one query answers. */
export interface ConsistencyRule extends ConsistencyCheck {
  /** Selects a text column `what` for each violation. It has only numbers, ids and amounts. */
  rows(at: CheckTime): SQL
}

/** What the queries of rules may use besides the tables. */
export interface CheckTime {
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

/** An amount in paise as rupees: '₹900.00'; 'nothing' for null. */
export function inr(paise: SQL): SQL {
  return sql`coalesce('₹' || to_char((${paise}) / 100.0, 'FM999999999990.00'), 'nothing')`
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
    select (select count(*) from orders) as orders, (select count(*) from order_payments where buys ->> 'kind' = 'order') as payments,
      (select count(*) from order_payments where cause = 'refund') as refunds, (select count(*) from mails) as mails`)
  const count = (name: keyof CheckedCounts) => Number(rows[0]?.[name])
  return {
    orders: count('orders'),
    payments: count('payments'),
    refunds: count('refunds'),
    mails: count('mails'),
  }
}

export async function pictureExists(db: Database, id: string): Promise<boolean> {
  return (await db.$count(pictures, eq(pictures.id, id))) > 0
}
