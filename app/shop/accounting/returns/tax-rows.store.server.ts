import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { Period } from '../month/month.ts'
import { papersWithin } from '../month/month-papers.store.server.ts'
import type { TaxRow } from './gst-sections.ts'

/** What the papers of a registered shop say of tax, a row for each code and rate of a paper, in the order of issue. */
export async function taxRows(
  db: Database,
  period: Period,
  shop: Pick<ShopDetails, 'isSample'>,
): Promise<TaxRow[]> {
  const { rows } = await db.execute(sql`
    select order_papers.kind, order_papers.serial, order_papers.issued_at as "issuedAt",
      order_papers.total_paise as "totalPaise", c.interstate, c.business, c.state,
      l.hsn, l.percent as "gstPercent", l.quantity, l.taxable, l.cgst, l.sgst, l.igst, l.total,
      i.issued_at as "invoicedAt", i.total_paise as "invoicePaise"
    from order_papers
    left join order_papers i on i.id = order_papers.invoice_id
    cross join lateral json_to_record(order_papers.content) as c(
      seller json, state json, interstate boolean, business json, hsn text, "gstPercent" real, lines json)
    cross join lateral (
      select coalesce(l.hsn, c.hsn) as hsn, coalesce(l."gstPercent", c."gstPercent") as percent,
        coalesce(sum(l.quantity), 0)::float8 as quantity,
        sum(a.taxable)::float8 as taxable, sum(a.cgst)::float8 as cgst, sum(a.sgst)::float8 as sgst,
        sum(a.igst)::float8 as igst, sum(a.total)::float8 as total
      from json_to_recordset(c.lines) as l(hsn text, "gstPercent" real, quantity integer, amount json)
      cross join lateral json_to_record(l.amount) as a(
        taxable bigint, cgst bigint, sgst bigint, igst bigint, total bigint)
      group by 1, 2
    ) l
    where ${papersWithin(period, shop)} and coalesce(c.seller ->> 'gst', 'regular') = 'regular'
    order by order_papers.issued_at, order_papers.serial, l.percent, l.hsn`)
  return rows.map(
    ({ issuedAt, invoicedAt, invoicePaise, taxable, cgst, sgst, igst, total, ...row }) => ({
      ...row,
      issuedAt: new Date(issuedAt as string),
      invoice: invoicedAt
        ? { issuedAt: new Date(invoicedAt as string), totalPaise: invoicePaise }
        : null,
      amount: { taxable, cgst, sgst, igst, total },
    }),
  ) as unknown as TaxRow[]
}
