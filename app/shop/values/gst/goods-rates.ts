import { kolkataDay } from '../kolkata-time.ts'
import type { GstStatus } from './taxpayer.ts'

/** The code of what is sold, and the tax within its price in per cent. */
export interface GoodsTax {
  hsn: string
  gstPercent: number
}

/** What goods may be taxed with, in per cent. */
export const gstPercents = [0, 3, 5, 12, 18, 28, 40] as const

/** From a day in Kolkata on, 'YYYY-MM-DD'. */
export interface GoodsRate extends GoodsTax {
  /** In lower case; '' for every category without rates of its own. */
  category: string
  from: string
}

/**
 * As the law has them: notification 1/2017-Central Tax (Rate), with 41/2017 for chocolates, and 9/2025 from 22 September
 * 2025.
 */
export const lawRates: readonly GoodsRate[] = [
  // Bread, pastry, cakes and other bakery products.
  { category: '', from: '2017-07-01', hsn: '1905', gstPercent: 18 },
  { category: '', from: '2025-09-22', hsn: '1905', gstPercent: 5 },
  { category: 'bread', from: '2017-07-01', hsn: '1905', gstPercent: 0 },
  { category: 'chocolates', from: '2017-11-15', hsn: '1806', gstPercent: 18 },
  { category: 'chocolates', from: '2025-09-22', hsn: '1806', gstPercent: 5 },
  { category: 'confectionery', from: '2017-07-01', hsn: '1704', gstPercent: 18 },
  { category: 'confectionery', from: '2025-09-22', hsn: '1704', gstPercent: 5 },
]

/** How a shop taxes what it sells. */
export interface TaxedGoods {
  gst: GstStatus
  /** By category and day; for the same day the last one counts. */
  rates: readonly GoodsRate[]
}

/** The rate of each category on a day, 'YYYY-MM-DD', by the category. */
export function ratesOn(rates: readonly GoodsRate[], day: string): Map<string, GoodsRate> {
  const begun = rates.filter(({ from }) => from <= day)
  const oldestFirst = begun.toSorted((a, b) => a.from.localeCompare(b.from))
  return new Map(oldestFirst.map((rate) => [rate.category, rate]))
}

/** Before there was GST. */
const noTax: GoodsTax = { hsn: '1905', gstPercent: 0 }

/** Of a category on the day of an instant: only a regular taxpayer collects tax. */
export function goodsTax({ gst, rates }: TaxedGoods, category: string, at: Date): GoodsTax {
  const today = ratesOn(rates, kolkataDay(at))
  const { hsn, gstPercent } = today.get(category.toLowerCase()) ?? today.get('') ?? noTax
  return { hsn, gstPercent: gst === 'regular' ? gstPercent : 0 }
}

/** The rates of a day in per cent, by category where they differ from ''. Empty in a shop that collects no tax. */
export function gstByCategory({ gst, rates }: TaxedGoods, at: Date): Record<string, number> {
  if (gst !== 'regular') return {}
  const today = ratesOn(rates, kolkataDay(at))
  const others = (today.get('') ?? noTax).gstPercent
  const differ = [...today.values()].filter(({ gstPercent }) => gstPercent !== others)
  return {
    '': others,
    ...Object.fromEntries(differ.map(({ category, gstPercent }) => [category, gstPercent])),
  }
}
