import type { AppContext } from '#app/context.server.ts'
import { csvStream } from '#platform/csv.server.ts'
import type { CsvColumns } from '#platform/csv-columns.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileResponse } from '#platform/http/api.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { paperSums, taxPapers } from '../month/month.store.server.ts'
import { boundsOfMonth, type Period, quarterOf, quarterTitle } from '../month/month.ts'
import type { Quarter } from '../month/month-money.ts'
import { type GstSectionName, gstr1, rupees } from './gst-sections.ts'
import { quarterTax } from './quarter.ts'
import { gstSections } from './section-sums.ts'
import type { TaxRow } from './tax-row.ts'

type Deps = Pick<AppContext, 'db' | 'shop'>

export async function returnFile(
  { db, shop }: Deps,
  { month, section }: { month: string; section: GstSectionName | 'cmp-08' },
): Promise<FileResponse> {
  const type = 'text/csv; charset=utf-8'
  if (section === 'cmp-08') {
    const quarter = await readQuarter({ db, shop }, month)
    const name = `cmp-08-${quarter.first}.csv`
    return { type, name, body: csvStream(quarterColumns, [[quarter]]) }
  }
  const sections = await readSections(db, boundsOfMonth(month), shop)
  // The offline tool takes a byte order mark for a part of the first heading.
  const body = csvStream(gstr1[section].columns, [sections[section]], { isForSpreadsheets: false })
  return { type, name: `gstr1-${section}-${month}.csv`, body }
}

/** The quarter of a month, as a composition dealer declares it. */
export async function readQuarter({ db, shop }: Deps, month: string): Promise<Quarter> {
  const first = quarterOf(month)
  const sums = await paperSums(db, boundsOfMonth(first, 3), shop)
  const { papersPaise = 0, ledgerPaise = 0 } = sums.find(({ gst }) => gst === 'composition') ?? {}
  return { first, title: quarterTitle(first), ledgerPaise, ...quarterTax(papersPaise) }
}

const quarterColumns: CsvColumns<Quarter> = [
  ['Quarter', ({ title }) => title],
  ['Outward supplies (including exempt supplies)', ({ turnoverPaise }) => rupees(turnoverPaise)],
  ['Integrated Tax', () => rupees(0)],
  ['Central Tax', ({ cgstPaise }) => rupees(cgstPaise)],
  ['State/UT Tax', ({ sgstPaise }) => rupees(sgstPaise)],
  ['Cess', () => rupees(0)],
]

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
