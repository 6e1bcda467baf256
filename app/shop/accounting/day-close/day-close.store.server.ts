import { and, between, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import type { Paise } from '#shop/values/money.ts'
import type { Period } from '../month/month.ts'
import { isWithin } from '../month/month-sums.store.server.ts'
import type { DayClose } from './day-close.ts'

/** Cash that riders and the counter have taken, less what they gave back, by days in Kolkata. */
export async function cashByDay(db: Database, period: Period): Promise<Map<string, Paise>> {
  const { method, paise, createdAt } = orderPayments
  const day = sql<string>`to_char(${createdAt} at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`
  const rows = await db
    .select({ day, paise: sql`sum(${paise})`.mapWith(Number) })
    .from(orderPayments)
    .where(and(eq(method, 'cash'), isWithin(createdAt, period)))
    .groupBy(day)
  return new Map(rows.map((row) => [row.day, row.paise]))
}

/** The newest count of each day from one to another, by day. */
export async function closesOfDays(
  db: Database,
  { first, last }: { first: string; last: string },
): Promise<Map<string, DayClose>> {
  const { action, subject, subjectId, id, after } = auditLog
  const rows = await db
    .selectDistinctOn([subjectId], { day: subjectId, close: after })
    .from(auditLog)
    .where(and(eq(subject, 'money'), eq(action, 'close-day'), between(subjectId, first, last)))
    .orderBy(subjectId, desc(id))
  return new Map(rows.map(({ day, close }) => [day, close as DayClose]))
}
