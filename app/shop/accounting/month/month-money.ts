import type { DocumentKind } from '#shop/orders/money/document-content.schema.ts'
import type { ChargeLine, PaymentCause, PaymentMethod } from '#shop/orders/money/ledger.ts'
import type { TaxedAmount } from '#shop/orders/money/tax.ts'
import type { GstStatus } from '#shop/values/gst/taxpayer.ts'
import type { Paise } from '#shop/values/money.ts'
import type { GstSectionName } from '../returns/gst-sections.ts'
import type { QuarterTax } from '../returns/quarter.ts'
import type { RateSum } from '../returns/section-sums.ts'

export interface ChargeSum {
  line: ChargeLine
  chargedPaise: Paise
  /** Below 0. */
  takenOffPaise: Paise
}

export interface PaymentSum {
  method: PaymentMethod
  cause: PaymentCause
  /** A refund that did not reach the customer. */
  isFailed: boolean
  count: number
  paise: Paise
  /** What the provider kept of them, as far as it has told. */
  feePaise: Paise
  /** Payments online whose fee it has not told. */
  untold: number
}

/** What was asked for at the doors, and taken there. */
export interface RiderMoney {
  /** Null for what was handed over without a run, or with one that is no longer kept. */
  rider: string | null
  orders: number
  askedPaise: Paise
  cashTakenPaise: Paise
  upiTakenPaise: Paise
  /** Still due. */
  dueOrders: number
  duePaise: Paise
}

/** A paper with the amounts of its order. */
export interface ListedPaper {
  id: string
  kind: DocumentKind
  serial: string
  /** ISO 8601 */
  issuedAt: string
  taxPaise: Paise
  totalPaise: Paise
  /** Its number. */
  order: number
  chargedPaise: Paise
  paidPaise: Paise
}

export interface PaperPage {
  page: number
  hasMore: boolean
  rows: ListedPaper[]
}

/** What was counted at the end of a day, as the audit log has it. */
export interface DayClose {
  /** At the time of the count. */
  expectedPaise: Paise
  countedPaise: Paise
  /** Why it differs; '' if it does not. */
  note: string
}

/** A day with cash, or with a count. */
export interface CashDay {
  /** 'YYYY-MM-DD' */
  day: string
  /** What riders and the counter have taken by now. */
  expectedPaise: Paise
  /** The newest count; null if nobody has counted. */
  close: DayClose | null
}

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
