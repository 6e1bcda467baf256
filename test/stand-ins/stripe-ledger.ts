import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

/** A card from a browser: its behaviour and last digits, never its number. */
export interface Method {
  id: string
  behaviour: CardBehaviour
  last4: string
  /** A card without a customer can be used once. */
  isUsed: boolean
}

export type CardBehaviour = 'succeeds' | 'is declined' | 'lacks funds' | 'asks the bank'

/** The compiler sees to it that every field is there that Stripe declares. Nothing is expanded. */
export type Intent = Stripe.PaymentIntent & {
  client_secret: string
  latest_charge: string | null
  payment_method: string | null
}

export type Refund = Stripe.Refund & {
  charge: string
  metadata: Stripe.Metadata
  payment_intent: string
  status: 'pending' | 'succeeded' | 'failed'
}

export type Dispute = Stripe.Dispute & { charge: string; payment_intent: string }

/** Stripe's records of one shop. */
export interface Ledger {
  methods: Map<string, Method>
  intents: Map<string, Intent>
  refunds: Map<string, Refund>
  /** With how many events told of each. */
  disputes: Map<string, { dispute: Dispute; reports: number }>
  /** Emits an event; `before` has the previous attributes of a changed object, `created` is its time if not now. */
  emit(
    type: string,
    object: Intent | Refund | Dispute | object,
    before?: object,
    created?: number,
  ): void
  /** The amount charged, in paise, for an agreed amount. */
  charged(agreed: number): number
  /** Awaited in the middle of each call. */
  pace(): Promise<unknown>
  /** Whether banks take their time: a confirmed payment stays in `processing`. */
  areBanksSlow: boolean
  /** Whether the account has money for refunds. */
  hasBalance: boolean
  /** Why no refund is made. */
  refusal: { code: string; message: string } | null
  /** Whether it is known by now what was kept of a payment. */
  tellsFees: boolean
  /** The status of new refunds. */
  newRefundIs: Refund['status']
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

export function unixNow(): number {
  return Math.floor(Date.now() / 1000)
}
