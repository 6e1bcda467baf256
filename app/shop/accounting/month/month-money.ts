import type { ChargeLine, PaymentCause, PaymentMethod } from '#shop/orders/money/ledger.ts'
import type { DocumentKind } from '#shop/orders/papers/document-content.schema.ts'
import type { Paise } from '#shop/values/money.ts'

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

/** What was due at the doors, and taken. */
export interface RiderMoney {
  /** Null for what was handed over without a run, or with one that is no longer kept. */
  rider: string | null
  orders: number
  duePaise: Paise
  cashPaise: Paise
  upiPaise: Paise
  /** Due and not taken. */
  openOrders: number
  openPaise: Paise
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
