import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { noticePhones } from '#shop/notices/notices.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'

/** What was tried or saved at least once. */
export async function findTried(db: Database) {
  const testMail = and(eq(mails.kind, 'test-mail'), eq(mails.status, 'sent'))
  const found = await db.execute<Record<'order' | 'mail' | 'delivery' | 'phone', boolean>>(sql`
    select exists(select from ${orders} where ${orders.state} = 'placed') as "order",
      exists(select from ${mails} where ${testMail}) as mail,
      exists(select from ${auditLog} where ${auditLog.action} = 'save-delivery') as delivery,
      exists(select from ${noticePhones}) as phone`)
  return found.rows[0] ?? { order: false, mail: false, delivery: false, phone: false }
}
