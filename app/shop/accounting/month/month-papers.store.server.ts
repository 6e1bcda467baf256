import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { orderPapers } from '#shop/orders/papers/papers.tables.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { PaperSums } from '../returns/month-returns.ts'
import type { Period } from './month.ts'
import { isWithin } from './month-sums.store.server.ts'

/** Papers of test payments are no papers of a shop that is paid. */
type Shop = Pick<ShopDetails, 'takesTestPayments'>

/** The papers of a period that count. */
export function papersWithin(period: Period, { takesTestPayments }: Shop): SQL | undefined {
  const isReal = takesTestPayments ? undefined : sql`${orderPapers.serial} not like 'TEST/%'`
  return and(isWithin(orderPapers.issuedAt, period), isReal)
}

export const papersPerPage = 50

/** A page of papers with the amounts of their orders, newest first, and one more if there are others. */
export async function listPapers(
  db: Database,
  { period, shop, page }: { period: Period; shop: Shop; page: number },
) {
  const { id, kind, serial, issuedAt, taxPaise, totalPaise } = orderPapers
  return db
    .select({
      ...{ id, kind, serial, issuedAt, taxPaise, totalPaise },
      order: orders.number,
      chargedPaise: orders.chargedPaise,
      paidPaise: orders.paidPaise,
    })
    .from(orderPapers)
    .innerJoin(orders, eq(orders.id, orderPapers.orderId))
    .where(papersWithin(period, shop))
    .orderBy(desc(issuedAt), desc(id))
    .offset((page - 1) * papersPerPage)
    .limit(papersPerPage + 1)
}

export async function paperSums(db: Database, period: Period, shop: Shop): Promise<PaperSums[]> {
  const { rows } = await db.execute(sql`
    select gst, count(*)::float8 as papers, sum(paise)::float8 as "papersPaise", sum(charged)::float8 as "ledgerPaise"
    from (
      select coalesce(content #>> '{seller,gst}', 'regular') as gst,
        case kind when 'invoice' then total_paise else -total_paise end as paise,
        (select sum(c.paise) from order_charges c where c.paper_id = order_papers.id) as charged
      from order_papers where ${papersWithin(period, shop)}
    ) p group by gst`)
  return rows as unknown as PaperSums[]
}
