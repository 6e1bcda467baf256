import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'

/** Totals by which a backup is compared with its shop: counts, paise, and the last invoice serial of each year. */
export async function shopTotals(db: Database): Promise<Record<string, number>> {
  const { rows } = await db.execute(sql`
    select 'customers' as name, count(*)::float8 as amount from users
    union all select 'cakes', count(*) from cakes
    union all select 'orders ' || state, count(*) from orders group by state
    union all select 'paise charged', sum(charged_paise) from orders where state = 'placed'
    union all select 'paise paid', sum(paid_paise) from orders
    union all select 'charges ' || cause, count(*) from order_charges group by cause
    union all select 'paise of charges ' || cause, sum(paise) from order_charges group by cause
    union all select 'payments ' || cause || ' ' || status, count(*) from order_payments group by cause, status
    union all select 'paise of payments ' || cause || ' ' || status, sum(paise) from order_payments group by cause, status
    union all select 'mails ' || status, count(*) from mails group by status
    union all select 'last invoice of ' || year, last from invoice_serials
    order by name`)
  return Object.fromEntries(rows.map(({ name, amount }) => [String(name), Number(amount)]))
}
