import type { AppContext } from '#app/context.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { gstr1, gstSectionNames } from '../returns/gst-sections.ts'
import { sectionTotals, sumsByRate } from '../returns/section-sums.ts'
import { unmatchedPayments } from '../upi/upi-payments.store.server.ts'
import { cashDays } from './close-day.server.ts'
import {
  chargesWithin,
  doorMoneyWithin,
  listPapers,
  paperSums,
  papersPerPage,
  paymentsWithin,
  salesWithin,
} from './month.store.server.ts'
import {
  boundsOfMonth,
  monthTitle,
  type Period,
  parseMonth,
  parseSalesGroup,
  shiftMonth,
} from './month.ts'
import { readQuarter, readSections } from './month-files.server.ts'

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
