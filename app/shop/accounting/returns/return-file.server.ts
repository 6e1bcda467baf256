import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { csvStream } from '#platform/csv.server.ts'
import type { CsvColumns } from '#platform/csv.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { monthSchema } from '../month/month.schema.ts'
import { paperSums, taxPapers } from '../month/month.store.server.ts'
import { boundsOfMonth, type Period, quarterOf, quarterTitle } from '../month/month.ts'
import type { Quarter } from '../month/month-money.ts'
import { gstr1, gstSectionNames, rupees } from './gst-sections.ts'
import { quarterTax } from './quarter.ts'
import { gstSections } from './section-sums.ts'
import type { TaxRow } from './tax-row.ts'

const returnFileEndpoint = fileEndpoint({
  path: '/money/return',
  tag: 'Money',
  summary: 'A part of the return of a month',
  description:
    'As CSV (UTF-8 with a byte order mark), with the columns of the offline tool of GSTR-1; amounts in rupees. `cmp-08` are the sums of the quarter of that month, for a composition dealer.',
  access: 'see-money',
  query: z.object({ month: monthSchema, section: z.enum([...gstSectionNames, 'cmp-08']) }),
  types: ['text/csv'],
})

export type DownloadReturn = typeof returnFileEndpoint

export function serveReturnFile(api: Api, shop: AppContext) {
  api.serveFile(returnFileEndpoint, async ({ query: { month, section } }) => {
    const type = 'text/csv; charset=utf-8'
    if (section === 'cmp-08') {
      const quarter = await readQuarter(shop, month)
      const name = `cmp-08-${quarter.first}.csv`
      return { type, name, body: csvStream(quarterColumns, [[quarter]]) }
    }
    const sections = await readSections(shop.db, boundsOfMonth(month), shop.shop)
    // The offline tool takes a byte order mark for a part of the first heading.
    const body = csvStream(gstr1[section].columns, [sections[section]], {
      isForSpreadsheets: false,
    })
    return { type, name: `gstr1-${section}-${month}.csv`, body }
  })
}

/** The quarter of a month, as a composition dealer declares it. */
export async function readQuarter({ db, shop }: AppContext, month: string): Promise<Quarter> {
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
