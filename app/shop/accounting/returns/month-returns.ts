import type { TaxedAmount } from '#shop/orders/papers/tax.ts'
import type { GstStatus } from '#shop/values/gst/gst-status.ts'
import type { Paise } from '#shop/values/money.ts'
import type { GstSectionName } from './gst-sections.ts'
import type { QuarterTax } from './quarter.ts'
import type { RateSum } from './section-sums.ts'

/** Papers by how the shop was registered when they were issued. */
export interface PaperSums {
  gst: GstStatus
  papers: number
  /** Invoices less credit notes. */
  papersPaise: Paise
  /** The charges that they print, in the ledger. */
  ledgerPaise: Paise
}

export interface Gstr1 {
  /** Without amounts for the documents issued. */
  sections: { name: GstSectionName; title: string; rows: number; amount: TaxedAmount | null }[]
  rates: RateSum[]
  /** All sections by invoice and by state, less credit notes. */
  suppliesPaise: Paise
  byCodePaise: Paise
  ledgerPaise: Paise
}

export interface Quarter extends QuarterTax {
  /** Its first month, 'YYYY-MM'. */
  first: string
  /** 'Oct to Dec 2026' */
  title: string
  ledgerPaise: Paise
}

/** By how the shop is registered, and how it was when it issued papers of this month. */
export interface MonthReturns {
  papers: number
  gstr1: Gstr1 | null
  quarter: Quarter | null
  unregistered: PaperSums | null
}
