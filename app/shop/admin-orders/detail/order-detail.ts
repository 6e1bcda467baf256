import type { ShownDispute } from '#shop/orders/disputes/dispute-notice.tsx'
import type { PaymentStatus } from '#shop/orders/money/ledger.ts'
import type { Order, OrderDocument } from '#shop/orders/order.schema.ts'
import type { QuoteStatus } from '#shop/orders/quotes/quote-status.ts'

/** Something that happened to an order: 'admin@… made a refund', with '₹200, “A squashed cake”'. */
export interface HistoryLine {
  /** ISO 8601 */
  at: string
  who: string
  did: string
  detail: string | null
}

/** A price that was quoted for a customised cake; in rupees for one, instants in ISO 8601. */
export interface OrderQuote {
  id: string
  itemId: string
  price: number
  quotedAt: string
  answerBy: string
  status: QuoteStatus
  /** When it ceased to be open; null while it is. */
  closedAt: string | null
}

/** All that the shop knows of a placed order; amounts in rupees, instants in ISO 8601. */
export interface OrderDetail {
  order: Order
  /** Its invoices and credit notes, in the order of issue. */
  documents: OrderDocument[]
  kitchenNote: string
  /** The card payment; null when nothing is paid by card. */
  payment: { amount: number; status: PaymentStatus; at: string } | null
  /** Without what lost disputes took. */
  refunds: {
    id: string
    amount: number
    reason: string
    /** `delayed`: the balance at the payment provider is too low for it. */
    status: PaymentStatus | 'delayed'
    at: string
  }[]
  /** Oldest first. */
  disputes: ShownDispute[]
  /** Every price that was quoted, oldest first. */
  quotes: OrderQuote[]
  history: HistoryLine[]
}

/** The most characters of a note for the kitchen. */
export const longestNote = 500
