import { z } from 'zod'
import { AppError } from '#platform/app-error.ts'
import type { Job } from '#platform/jobs/job.server.ts'
import type { Paise } from '#shop/values/money.ts'
import type { BrowserProvider } from './browser-provider.ts'

/**
 * The status of a payment at the provider:
 * - `open`: the customer has yet to enter a card, confirm, or pass the challenge
 * - `succeeded`: the shop has the money
 * - `cancelled`: it can no longer be paid
 */
export type PaymentStatus = 'open' | 'succeeded' | 'cancelled'

export interface ProviderPayment {
  /** The provider's own id, used in all its other calls. */
  id: string
  status: PaymentStatus
  /** The amount that was paid, or is to be paid. */
  amountPaise: Paise
  currency: string
  /** The key of our payment's row, as it was sent when the payment was started. */
  reference: string
  /** Lets the browser continue this payment. */
  clientSecret: string
  /** What the provider kept of it, with its tax; left out where it has not told. */
  feePaise?: Paise
  /** Why the last attempt to pay it was declined: the provider's code and sentence; left out if it was not. */
  declined?: string
  /**
   * All money that came for it, where it may come twice: its own first, and then what is too much. Each has an id by
   * which it is a payment of its own.
   */
  captures?: readonly { id: string; amountPaise: Paise; refundedPaise: Paise }[]
}

/**
 * The status of a dispute at the provider:
 * - `open`: the shop has to answer
 * - `under_review`: the bank decides
 * - `won`, `lost`: it has decided for or against the shop
 * - `closed`: it ended without a decision, and without taking money
 */
export const disputeStatuses = ['open', 'under_review', 'won', 'lost', 'closed'] as const

export type DisputeStatus = (typeof disputeStatuses)[number]

/** A dispute as the provider sees it: the customer's bank reclaims a payment. */
export interface ProviderDispute {
  /** The provider's own id. */
  id: string
  status: DisputeStatus
  /** The disputed amount; of a lost dispute, what was taken. May be less than the payment. */
  amountPaise: Paise
  /** The provider's word for why: 'product_not_received'. */
  reason: string
  /** By when the shop must answer, or had to; null if there is no deadline. */
  answerBy: Date | null
  /** Whether the provider still makes refunds of the payment. */
  isRefundable: boolean
}

/** A dispute at the moment of an event. Events may come out of order. */
export interface DisputeReport extends ProviderDispute {
  /** When the provider made the event; whole seconds. */
  reportedAt: Date
}

/** A verified webhook event; of a payment or refund that it is decided, whatever was decided. */
export interface PaymentEvent {
  /** The provider's id of the event: a repeated event has the same one. */
  id: string
  type: 'payment' | 'refund' | 'dispute' | 'other'
  /** The provider's id of the event's payment; '' when it has none that the shop could know. */
  paymentId: string
  /** The provider's id of the event's refund, if it has one. */
  refundId: string | null
  /** What a 'dispute' event reports; others have none. */
  dispute?: DisputeReport
}

/** Settles a payment or refund of which its provider reports something. */
export const settleEventJob = {
  name: 'settle-event',
  data: z.object({
    provider: z.string(),
    eventId: z.string(),
    paymentId: z.string(),
    /** Null if the event is about the payment. */
    refundId: z.string().nullable(),
  }),
  retryLimit: 20,
  isPrompt: true,
} satisfies Job

/** What customers pay with. */
export type AcceptedMethod = 'upi' | 'card'

export interface PaymentStart {
  /** Idempotency key: the same key starts no second payment, if the provider supports keys. */
  key: string
  /** The provider's id of the payment, if it was started before. */
  paymentId: string | null
  /** The card's id from the browser; null for a provider with its own payment pages. */
  paymentMethodId: string | null
  amountPaise: Paise
  currency: 'INR'
  /** The key of our payment's row, stored with the payment at the provider. */
  reference: string
  /** What the provider's dashboard says of it: 'Order 1042'. */
  orderNumber: number
  customer: {
    name: string
    /** The provider sends its own receipt here. */
    email: string
  }
  /** The order's address, `address,pincode,city`. India's rules want it with payments by foreign cards. */
  address: string
}

/** The status of a refund at the provider: `pending` is on its way, `failed` will never arrive. */
export type RefundStatus = 'pending' | 'made' | 'failed'

/** A refund as the provider knows it. */
export interface ProviderRefund {
  id: string
  /** Of which payment it is; of one that came twice, by the id in `captures`. */
  paymentId: string
  amountPaise: Paise
  status: RefundStatus
  /** The shop's own; null for what was refunded in the provider's dashboard. */
  key: string | null
}

/**
 * The provider does not make a refund now, mostly because the shop's balance there is too low. Nothing was refunded; a
 * later attempt may succeed. Its message is the provider's sentence.
 */
export class RefundDelayed extends AppError {
  constructor(sentence: string) {
    super('conflict', sentence)
  }
}

/** The provider will never make this refund: another attempt gets the same sentence. */
export class RefundRefused extends AppError {
  constructor(sentence: string) {
    super('conflict', sentence)
  }
}

/**
 * Sentences of rejections that are for good. Razorpay has one code for all, so only its sentence tells them apart;
 * https://razorpay.com/docs/api/refunds/create-normal/
 */
const finalSentences =
  /6 months|too old|greater than amount captured|fully refunded already|account has been closed/i

/** A rejected refund is tried again, unless the provider's reason is known to be final. */
export function refundRejection(sentence: string, { hasFinalCode = false } = {}) {
  return hasFinalCode || finalSentences.test(sentence)
    ? new RefundRefused(sentence)
    : new RefundDelayed(sentence)
}

export interface RefundRequest {
  /** Names the refund: repeating it with the same key is harmless. */
  key: string
  /** How often it was refused and is asked for anew: a provider that repeats its first response needs a new key each time. */
  attempts: number
  paymentId: string
  amountPaise: Paise
  /** Whether it is made at the fastest speed that the provider has. */
  isUrgent?: boolean
}

/** The key of an attempt at the provider; `key` alone for the first. */
export function attemptKey({ key, attempts }: Pick<RefundRequest, 'key' | 'attempts'>): string {
  return attempts === 0 ? key : `${key}-attempt-${attempts + 1}`
}

/**
 * A payment provider. Every call that writes has an idempotency key: repeating it with the same key is harmless.
 * Every call throws AppError unavailable when the provider cannot be reached, is too slow or fails by itself:
 * the result is then unknown, and it is safe to repeat the call.
 */
export interface PaymentProvider {
  /** Stored with each payment, and part of the webhook's path: `/payments/webhook/<name>`. */
  readonly name: BrowserProvider['name']
  /** The provider as the browser needs it; nothing secret. */
  readonly forBrowser: BrowserProvider
  /** What customers can pay with, in the order in which it is shown. */
  readonly accepts: readonly AcceptedMethod[]
  /** Whether the browser creates a payment method for the card before the order is sent. */
  readonly needsPaymentMethod: boolean
  /**
   * Starts a payment, or returns the one that was started, and attaches the card to it while it is open.
   * A provider without idempotency keys may start two payments for two calls at the same moment: the shop
   * stores one id and shows no other to the customer.
   *
   * A payment method is valid for one attempt: after a decline the customer enters a card again.
   *
   * @throws AppError conflict when the payment method is unknown or has been used, or when the key was used with
   *   another amount or reference
   */
  startPayment(start: PaymentStart): Promise<ProviderPayment>
  /** @throws Error when the payment does not exist */
  getPayment(paymentId: string): Promise<ProviderPayment>
  /**
   * Cancels an open payment; a succeeded one stays so. Returns the payment afterwards. Some providers cannot reject
   * money that comes later: then the payment may still be reported as succeeded.
   */
  cancelPayment(paymentId: string): Promise<ProviderPayment>
  /**
   * Refunds all or part of a payment, and returns the provider's id of the refund.
   *
   * @throws RefundRefused, such as when the amount is more than is left
   * @throws AppError conflict when the key was used for another refund
   * @throws RefundDelayed
   */
  refund(refund: RefundRequest): Promise<{ id: string }>
  /** All refunds of a payment, also those made in the provider's dashboard. */
  refundsOf(paymentId: string): Promise<ProviderRefund[]>
  /** What was kept of a payment, where `getPayment` does not tell; null while it is not known. */
  getFee?(paymentId: string): Promise<Paise | null>
  /** @throws Error when the dispute does not exist */
  getDispute(disputeId: string): Promise<ProviderDispute>
  /**
   * Verifies a webhook by its signature over the raw body, before anything in it is read.
   *
   * @throws AppError malformed when the signature is missing, wrong or too old
   */
  readWebhook(body: string, headers: Headers): Promise<PaymentEvent>
  /**
   * Verifies what the provider's own pages returned to the browser, if they return anything.
   *
   * @throws AppError malformed when it was not signed by the provider for this payment
   */
  verifyReturn(paymentId: string, signedReturn: Record<string, string>): void
}

function nothingIsSent(): never {
  throw new AppError('malformed', 'This payment provider sends nothing.')
}

/** Of a provider that has no disputes, sends no webhooks, and gives the browser nothing to bring back. */
export const sendsNothing = {
  getDispute: async () => nothingIsSent(),
  readWebhook: async () => nothingIsSent(),
  verifyReturn: nothingIsSent,
}

/** @throws AppError conflict when the payment was started with the key of `start`, but for something else */
export function requireSamePayment(
  started: { amountPaise: Paise; reference: string | null },
  { amountPaise, reference }: PaymentStart,
) {
  if (started.amountPaise === amountPaise && started.reference === reference) return
  throw new AppError('conflict', 'This payment was started for another order or amount.')
}

/**
 * The refund that was made with the key of `asked`.
 *
 * @throws AppError conflict when it was of another amount
 */
export function refundedBefore<Made extends Pick<ProviderRefund, 'key' | 'amountPaise'>>(
  refunds: readonly Made[],
  { key, amountPaise }: RefundRequest,
): Made | undefined {
  const made = refunds.find((one) => one.key === key)
  if (made && made.amountPaise !== amountPaise)
    throw new AppError('conflict', 'This refund was made for another amount.')
  return made
}

/** For a refund of more than is left of the payment. */
export function refundedTooMuch(): RefundRefused {
  return new RefundRefused('No more can be refunded than was paid.')
}

/** For a payment method that is unknown, or was used before. */
export function unusableCard(): AppError {
  return new AppError('conflict', 'This card can no longer be used here. Please enter it again.')
}

/**
 * Parses the content of a verified webhook.
 *
 * @throws AppError malformed when it has another shape
 */
export function parseEvent<Event>(shape: z.ZodType<Event>, content: unknown): Event {
  const event = shape.safeParse(content)
  if (!event.success) throw new AppError('malformed', 'The webhook could not be understood.')
  return event.data
}

/** @returns undefined for text that is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The providers that the shop has an account with. */
export interface PaymentProviders {
  /** Takes new payments. */
  readonly active: PaymentProvider
  /** Every provider that the shop has keys for, also those that take no new payments. */
  readonly all: readonly PaymentProvider[]
}

/**
 * The provider that took a payment.
 *
 * @throws Error when the shop no longer has its keys
 */
export function getProvider({ all }: PaymentProviders, name: string): PaymentProvider {
  const found = all.find((provider) => provider.name === name)
  if (!found) throw new Error(`the settings of the payment provider '${name}' are gone`)
  return found
}
