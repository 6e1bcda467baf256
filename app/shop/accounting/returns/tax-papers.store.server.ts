import { asc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.server.ts'
import { orderPapers } from '#shop/orders/papers/papers.tables.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { Period } from '../month/month.ts'
import { papersWithin } from '../month/month-papers.store.server.ts'

/** What the papers of a period say of tax, in the order of issue; credit notes with what they correct. */
export async function taxPapers(
  db: Database,
  period: Period,
  shop: Pick<ShopDetails, 'takesTestPayments'>,
) {
  const { kind, serial, issuedAt, totalPaise, content, invoiceId } = orderPapers
  const invoices = alias(orderPapers, 'invoices')
  return db
    .select({
      ...{ kind, serial, issuedAt, totalPaise, content },
      invoice: { issuedAt: invoices.issuedAt, totalPaise: invoices.totalPaise },
    })
    .from(orderPapers)
    .leftJoin(invoices, eq(invoices.id, invoiceId))
    .where(papersWithin(period, shop))
    .orderBy(asc(issuedAt), asc(serial))
}
