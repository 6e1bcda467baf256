import type { Database } from '#platform/database/database.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { Period } from '../month/month.ts'
import { gstSections } from './section-sums.ts'
import { taxPapers } from './tax-papers.store.server.ts'
import type { TaxRow } from './tax-row.ts'

/** The sections of GSTR-1 of a period, from the papers that the shop issued as a registered one. */
export async function readSections(
  db: Database,
  period: Period,
  shop: Pick<ShopDetails, 'takesTestPayments'>,
) {
  const papers = await taxPapers(db, period, shop)
  return gstSections(papers.flatMap(taxRows))
}

function taxRows({ content, ...paper }: Awaited<ReturnType<typeof taxPapers>>[number]): TaxRow[] {
  const { seller, state, interstate, business = null, lines, ...older } = content
  if ((seller.gst ?? 'regular') !== 'regular') return []
  const { hsn = '', gstPercent = 0 } = older
  return lines.map((line) => ({
    ...paper,
    ...{ state, interstate, business },
    hsn: line.hsn ?? hsn,
    gstPercent: line.gstPercent ?? gstPercent,
    quantity: line.quantity ?? 0,
    amount: line.amount,
  }))
}
