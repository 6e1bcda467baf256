import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'

/** Totals by which a backup is compared with its shop: counts, paise, and the last invoice serial of each year. */
export async function shopTotals(db: Database): Promise<Record<string, number>> {
  const { rows } = await db.execute(sql`
    select 'customers' as name, count(*)::float8 as amount from users
    union all select 'cakes', count(*) from cakes
    union all select 'orders ' || state, count(*) from orders group by state
    union all select 'paise by card', sum(card_paise) from orders where state = 'placed'
    union all select 'paise in cash', sum(cash_paise) from orders where state = 'placed'
    union all select 'paise refunded', sum(refunded_paise) from orders
    union all select 'payments ' || status, count(*) from payments group by status
    union all select 'paise of payments ' || status, sum(amount_paise) from payments group by status
    union all select 'refunds ' || status, count(*) from refunds group by status
    union all select 'paise of refunds ' || status, sum(amount_paise) from refunds group by status
    union all select 'mails ' || status, count(*) from mails group by status
    union all select 'last invoice of ' || year, last from invoice_serials
    order by name`)
  return Object.fromEntries(rows.map(({ name, amount }) => [String(name), Number(amount)]))
}
