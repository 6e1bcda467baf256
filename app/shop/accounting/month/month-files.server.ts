import { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { csvStream } from '#platform/csv.server.ts'
import { type CsvColumns, twoDecimals } from '#platform/csv.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { documentPaper } from '#shop/papers/paper.ts'
import type { OrderPaper } from '#shop/papers/papers.store.server.ts'
import { drawPapers, type PaperLook } from '#shop/papers/print/draw-papers.server.ts'
import { paperLook } from '#shop/papers/read-papers.server.ts'
import { toRupees } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { gstr1, gstSectionNames, rupees, type TaxRow } from '../returns/gst-sections.ts'
import { gstSections, quarterTax } from '../returns/section-sums.ts'
import {
  countPapers,
  paperSums,
  papersInBatches,
  salesWithin,
  taxPapers,
} from './month.store.server.ts'
import {
  boundsOfMonth,
  monthPattern,
  type Period,
  quarterOf,
  quarterTitle,
  type SalesRow,
  salesGroups,
} from './month.ts'

const monthSchema = z.string().regex(monthPattern, 'Enter a month, such as 2026-11')

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

const salesFileEndpoint = fileEndpoint({
  path: '/money/sales',
  tag: 'Money',
  summary: 'The sales of a month',
  description:
    'What was charged in the month, less what was taken off, as CSV; `by` is what it is added up by. Hour and weekday are those of the order, in India.',
  access: 'see-money',
  query: z.object({ month: monthSchema, by: z.enum(salesGroups) }),
  types: ['text/csv'],
})

const papersFileEndpoint = fileEndpoint({
  path: '/money/papers',
  tag: 'Money',
  summary: 'All papers of a month',
  description:
    'A ZIP of PDFs, one for each invoice and credit note, named by its serial. It is drawn while it is sent. 404 for a month without papers.',
  access: 'see-money',
  recentPassword: true,
  query: z.object({ month: monthSchema }),
  types: ['application/zip'],
  problems: [404],
})

export type DownloadReturn = typeof returnFileEndpoint
export type DownloadSales = typeof salesFileEndpoint
export type DownloadPapers = typeof papersFileEndpoint

/** A month as files: the returns and sales as CSV, its papers as PDFs. */
export function serveMonthFiles(api: Api, shop: AppContext) {
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

  api.serveFile(salesFileEndpoint, async ({ query: { month, by } }) => {
    const columns: CsvColumns<SalesRow> = [
      [by, ({ name }) => name],
      ['Orders', ({ orders }) => orders],
      ['Sales (INR)', ({ paise }) => twoDecimals(toRupees(paise))],
    ]
    const body = csvStream(columns, [await salesWithin(shop.db, boundsOfMonth(month), by)])
    return { type: 'text/csv; charset=utf-8', name: `sales-by-${by}-${month}.csv`, body }
  })

  api.serveFile(papersFileEndpoint, async ({ query: { month } }, { caller: by }) => {
    const period = boundsOfMonth(month)
    const papers = await countPapers(shop.db, period, shop.shop)
    if (papers === 0) throw new AppError('not_found', 'There are no papers in this month.')
    // Drawing takes CPU time.
    await shop.limiter.attempt('papers-file', by.id)
    const at = shop.clock.now()
    const after = { month, papers }
    const entry = { at, by, action: 'export-papers', subject: 'money', subjectId: month } as const
    await recordAudit(shop.db, { ...entry, after })
    const details = { what: 'papers', ...after }
    await shop.securityLog.record({ kind: 'export', userId: by.id, details })
    const body = makeZip(drawnPapers(shop, period))
    return { type: 'application/zip', name: `papers-${month}.zip`, body }
  })
}

/** So many are drawn while one is sent. */
const atOnce = 3

/** 'CW/26-27/0000001' is 'CW-26-27-0000001.pdf'. */
async function* drawnPapers(context: AppContext, period: Period) {
  const { db, shop } = context
  const look = await paperLook(context)
  const drawn = Readable.from(papersInBatches(db, period, shop))
    .flatMap((batch: OrderPaper[]) => batch)
    .map((paper: OrderPaper) => drawnPaper(paper, look), { concurrency: atOnce }) as AsyncIterable<
    Awaited<ReturnType<typeof drawnPaper>>
  >
  for await (const file of drawn) {
    try {
      yield file
    } catch {
      // client-zip throws here when its reader has left.
      return
    }
  }
}

async function drawnPaper(paper: OrderPaper, look: PaperLook) {
  return {
    name: `${paper.serial.replaceAll('/', '-')}.pdf`,
    lastModified: paper.issuedAt,
    input: await drawPapers([documentPaper(paper)], look),
  }
}

/** The quarter of a month, as a composition dealer declares it. */
export async function readQuarter({ db, shop }: AppContext, month: string) {
  const first = quarterOf(month)
  const sums = await paperSums(db, boundsOfMonth(first, 3), shop)
  const { papersPaise = 0, ledgerPaise = 0 } = sums.find(({ gst }) => gst === 'composition') ?? {}
  return { first, title: quarterTitle(first), ledgerPaise, ...quarterTax(papersPaise) }
}

const quarterColumns: CsvColumns<Awaited<ReturnType<typeof readQuarter>>> = [
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
