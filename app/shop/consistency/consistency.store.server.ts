import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
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
    select (select count(*) from orders) as orders, (select count(*) from order_payments where cause = 'checkout') as payments,
      (select count(*) from order_payments where cause = 'refund') as refunds, (select count(*) from mails) as mails`)
  const count = (name: keyof CheckedCounts) => Number(rows[0]?.[name])
  return {
    orders: count('orders'),
    payments: count('payments'),
    refunds: count('refunds'),
    mails: count('mails'),
  }
}
