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
import { drawPapers, type PaperLook, paperLook } from '#shop/papers/print/draw-papers.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { toRupees } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import {
  gstr1,
  gstSectionNames,
  gstSections,
  quarterTax,
  rupees,
  sectionTotals,
  sumsByRate,
  type TaxRow,
} from '../returns/gst-sections.ts'
import { unmatchedPayments } from '../upi/upi-payments.store.server.ts'
import { cashDays } from './close-day.server.ts'
import {
  chargesWithin,
  countPapers,
  doorMoneyWithin,
  listPapers,
  paperSums,
  papersInBatches,
  papersPerPage,
  paymentsWithin,
  salesWithin,
  taxPapers,
} from './month.store.server.ts'
import {
  boundsOfMonth,
  monthPattern,
  monthTitle,
  type Period,
  parseMonth,
  parseSalesGroup,
  quarterOf,
  quarterTitle,
  type SalesRow,
  salesGroups,
  shiftMonth,
} from './month.ts'

const maxPage = 10_000

export type PaperPage = Awaited<ReturnType<typeof loadPapers>>
export type MonthReturns = Awaited<ReturnType<typeof loadReturns>>

/** What the page shows of the month in its address. */
export async function loadMonth(deps: AppContext, search: URLSearchParams) {
  const { db, clock } = deps
  const today = kolkataDay(clock.now())
  const month = parseMonth(search.get('month'), clock.now())
  const period = boundsOfMonth(month)
  const by = parseSalesGroup(search.get('by'))
  const [charges, payments, riders, days, papers, returns, sales, unmatched] = await Promise.all([
    chargesWithin(db, period),
    paymentsWithin(db, period),
    doorMoneyWithin(db, period),
    cashDays(db, month),
    loadPapers(deps, period, search),
    loadReturns(deps, { month, period }),
    by && salesWithin(db, period, by).then((rows) => ({ by, rows })),
    unmatchedPayments(db, clock.now()),
  ])
  return {
    month,
    title: monthTitle(month),
    previous: shiftMonth(month, -1),
    next: month < today.slice(0, 7) ? shiftMonth(month, 1) : null,
    today,
    ...{ charges, payments, riders, days, papers, returns, sales, unmatched },
  }
}

/** Papers with the amounts of their orders. */
async function loadPapers({ db, shop }: AppContext, period: Period, search: URLSearchParams) {
  const page = Math.min(maxPage, Math.max(1, Math.floor(Number(search.get('page'))) || 1))
  const found = await listPapers(db, { period, shop, page })
  return {
    page,
    hasMore: found.length > papersPerPage,
    rows: found.slice(0, papersPerPage).map(({ issuedAt, ...row }) => ({
      ...row,
      issuedAt: issuedAt.toISOString(),
    })),
  }
}

/** By how the shop is registered, and how it was when it issued papers of this month. */
async function loadReturns(deps: AppContext, of: { month: string; period: Period }) {
  const { db, shop } = deps
  const [sums, sections] = await Promise.all([
    paperSums(db, of.period, shop),
    loadSections(deps, of.period),
  ])
  const sumsOf = (gst: typeof shop.gst) => sums.find((sum) => sum.gst === gst) ?? null
  const [regular, composition] = [sumsOf('regular'), sumsOf('composition')]
  const hasGstr1 = shop.gst === 'regular' || regular !== null
  const hasQuarter = shop.gst === 'composition' || composition !== null
  return {
    papers: sums.reduce((count, { papers }) => count + papers, 0),
    gstr1: hasGstr1 ? { ...sections, ledgerPaise: regular?.ledgerPaise ?? 0 } : null,
    quarter: hasQuarter ? await readQuarter(deps, of.month) : null,
    unregistered: sumsOf('unregistered'),
  }
}

async function loadSections({ db, shop }: AppContext, period: Period) {
  const sections = await readSections(db, period, shop)
  const totals = sectionTotals(sections)
  return {
    sections: gstSectionNames.map((name) => ({
      name,
      title: gstr1[name].title,
      rows: sections[name].length,
      /** None for the documents issued. */
      amount: gstr1[name].total && totals.of(name),
    })),
    rates: sumsByRate(sections),
    /** All sections by invoice and by state, less credit notes. */
    suppliesPaise: totals.supplies.total,
    byCodePaise: totals.byCode.total,
  }
}

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
async function readQuarter({ db, shop }: AppContext, month: string) {
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
async function readSections(
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
