import { randomBytes } from 'node:crypto'
import type { StripeErrorBody } from './stripe-refusal.ts'

/** A card as the browser gave it: what it does and its last digits, never its number. */
export interface Method {
  id: string
  behaviour: CardBehaviour
  last4: string
  /** A card without a customer is good for one try. */
  isUsed: boolean
}

export type CardBehaviour = 'succeeds' | 'is declined' | 'lacks funds' | 'asks the bank'

/** In Stripe's words and shape, as far as anyone here reads it. */
export interface Intent {
  id: string
  object: 'payment_intent'
  allowed_payment_method_types: string[] | null
  amount: number
  amount_received: number
  canceled_at: number | null
  client_secret: string
  created: number
  currency: string
  description: string | null
  last_payment_error: StripeErrorBody | null
  latest_charge: string | null
  livemode: false
  metadata: Record<string, string>
  next_action: object | null
  payment_method: string | null
  payment_method_types: string[]
  receipt_email: string | null
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'succeeded'
    | 'canceled'
}

export interface Refund {
  id: string
  object: 'refund'
  amount: number
  charge: string
  created: number
  currency: string
  failure_reason?: string
  metadata: Record<string, string>
  payment_intent: string
  reason: string | null
  status: 'pending' | 'succeeded' | 'failed'
}

/** What the stand-in knows, and whom it tells of what happens. */
export interface Books {
  methods: Map<string, Method>
  intents: Map<string, Intent>
  refunds: Map<string, Refund>
  /** Tells of a change, with what the object was before where it was only changed. */
  tell(type: string, object: Intent | Refund | object, before?: object): void
  /** What a customer is charged, in paise, when so much was agreed. */
  charged(agreed: number): number
  /** Awaited in the middle of each call. */
  pace(): Promise<unknown>
  /** How a new refund stands. */
  newRefundIs: Refund['status']
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

export function unixNow(): number {
  return Math.floor(Date.now() / 1000)
}
