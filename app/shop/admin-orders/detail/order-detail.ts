import type { PaymentMethod, PaymentStatus } from '#shop/orders/money/ledger.ts'
import type { QuoteStatus } from '#shop/orders/quotes/quote-status.ts'
import type { OrderDocument, ShownOrder } from '#shop/orders/shown-order.ts'
import type { ShownDispute } from '#shop/paying/disputes/dispute-notice.tsx'
import type { Paise } from '#shop/values/money.ts'

/** 'admin@… made a refund', with '₹200, “A squashed cake”'. */
export interface HistoryLine {
  at: Date
  who: string
  did: string
  detail: string | null
  /** When the photo that it tells of was taken, ISO 8601; left out if there is none any more. */
  photoTakenAt?: string
}

export interface OrderQuote {
  id: string
  itemId: string
  /** For one cake. */
  pricePaise: Paise
  quotedAt: Date
  answerBy: Date
  status: QuoteStatus
  /** Null while it is open. */
  closedAt: Date | null
}

/** A complaint that nobody has answered yet. */
export interface OpenProblem {
  id: string
  message: string
  createdAt: Date
}

export interface OrderDetail {
  order: ShownOrder
  /** Staff took it: they may answer its quotes. */
  isTaken: boolean
  /** In the order of issue. */
  documents: OrderDocument[]
  kitchenNote: string
  /** Its sender reports that something is wrong with the photo. */
  isHeld: boolean
  /** Payments online, oldest first. */
  online: { id: string; paise: Paise; status: PaymentStatus; updatedAt: Date }[]
  /** At the door or at the counter; below 0 if too much was given back. */
  taken: { id: string; method: PaymentMethod; paise: Paise; createdAt: Date }[]
  /** What can be refunded at once, in paise: to the card, and of what was taken. */
  refundable: { card: Paise; taken: Paise }
  /** Without lost disputes. */
  refunds: {
    id: string
    paise: Paise
    method: PaymentMethod
    reason: string
    /** `delayed`: the payment provider does not make it yet. */
    status: PaymentStatus | 'delayed'
    createdAt: Date
  }[]
  /** Oldest first. */
  disputes: ShownDispute[]
  /** Oldest first. */
  quotes: OrderQuote[]
  /** Complaints that nobody has answered yet, oldest first. */
  problems: OpenProblem[]
  /** When the customer's photo of what is wrong was sent, ISO 8601. */
  problemPhotoAt: string | null
  history: HistoryLine[]
}

export const maxNote = 500
