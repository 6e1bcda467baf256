import type { ShownDispute } from '#shop/orders/disputes/dispute-notice.tsx'
import type { PaymentStatus } from '#shop/orders/money/ledger.ts'
import type { QuoteStatus } from '#shop/orders/quotes/quote-status.ts'
import type { OrderDocument, ShownOrder } from '#shop/orders/shown-order.ts'
import type { Paise } from '#shop/values/money.ts'

/** Something that happened to an order: 'admin@… made a refund', with '₹200, “A squashed cake”'. */
export interface HistoryLine {
  at: Date
  who: string
  did: string
  detail: string | null
}

/** A price that was quoted for a customised cake. */
export interface OrderQuote {
  id: string
  itemId: string
  /** For one. */
  pricePaise: Paise
  quotedAt: Date
  answerBy: Date
  status: QuoteStatus
  /** When it ceased to be open; null while it is. */
  closedAt: Date | null
}

/** All that the shop knows of a placed order. */
export interface OrderDetail {
  order: ShownOrder
  /** Its invoices and credit notes, in the order of issue. */
  documents: OrderDocument[]
  kitchenNote: string
  /** The card payment; null when nothing is paid by card. */
  payment: { paise: Paise; status: PaymentStatus; updatedAt: Date } | null
  /** Without what lost disputes took. */
  refunds: {
    id: string
    paise: Paise
    reason: string
    /** `delayed`: the balance at the payment provider is too low for it. */
    status: PaymentStatus | 'delayed'
    createdAt: Date
  }[]
  /** Oldest first. */
  disputes: ShownDispute[]
  /** Every price that was quoted, oldest first. */
  quotes: OrderQuote[]
  history: HistoryLine[]
}

export const maxNote = 500
