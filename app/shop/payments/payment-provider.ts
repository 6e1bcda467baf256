import type { Paise } from '#shop/values/money.ts'
import type { BrowserProvider } from './browser-provider.ts'

/**
 * Where a payment stands at the provider, in our words:
 * - `open`: the customer has still to give a card, confirm, or pass a second factor
 * - `succeeded`: the money is ours
 * - `cancelled`: it can no longer be paid
 */
export type PaymentStatus = 'open' | 'succeeded' | 'cancelled'

/** A payment as the provider sees it. */
export interface ProviderPayment {
  /** The provider's own id, by which all its other calls know the payment. */
  id: string
  status: PaymentStatus
  /** What was paid, or is to be. */
  amountPaise: Paise
  currency: string
  /** The order's id, as it was given when the payment began. */
  reference: string
  /** Lets the browser go on with this payment. */
  clientSecret: string
}

/** A webhook that was verified and put into our words. */
export interface PaymentEvent {
  /** The provider's id of the event: the same event always carries the same one. */
  id: string
  type: 'payment-succeeded' | 'payment-cancelled' | 'refund-succeeded' | 'refund-failed' | 'other'
  /** The provider's id of the payment it is about; '' for 'other' events that are about none. */
  paymentId: string
  /** The provider's id of the refund it is about, if it is about one. */
  refundId: string | null
}

export interface PaymentStart {
  /** Names the payment: the same again begins no second one, as far as the provider can keep its word on that. */
  key: string
  /** The provider's id of the payment, if it was started before. */
  paymentId: string | null
  /** What the browser made of the card; null for a provider whose own pages ask for it. */
  paymentMethodId: string | null
  amountPaise: Paise
  currency: 'INR'
  /** The order's id, stored with the payment at the provider. */
  reference: string
  /** Where the provider's own receipt goes. */
  email: string
}

/** How a provider's refund stands: `pending` is on its way, `failed` will never arrive. */
export type RefundStatus = 'pending' | 'made' | 'failed'

/**
 * A payment provider. Every writing call is keyed: repeating it with the same key does nothing twice.
 * Every call throws AppError unavailable when the provider cannot be reached, takes too long or fails by itself:
 * the result is then unknown, and the same call again is safe.
 */
export interface PaymentProvider {
  /** What payments are noted under, and where its webhooks come: `/payments/webhook/<name>`. */
  readonly name: BrowserProvider['name']
  /** What the browser knows of the provider; nothing secret. */
  readonly forBrowser: BrowserProvider
  /** Whether the browser makes a payment method of the card before the order is sent. */
  readonly needsPaymentMethod: boolean
  /**
   * Starts a payment, or returns the one that was started, and attaches the card to it while it is open.
   * A provider without idempotency keys may start a second one for two calls at the same moment: the shop
   * keeps one id and shows no other to the customer.
   *
   * A payment method is good for one attempt: after a decline the customer enters a card again.
   *
   * @throws AppError conflict when the provider does not know the payment method, or it has been used up, and when
   *   the key was used with another amount or reference
   */
  startPayment(start: PaymentStart): Promise<ProviderPayment>
  /** @throws Error when there is no such payment */
  getPayment(paymentId: string): Promise<ProviderPayment>
  /**
   * Ends what is open; a payment that has succeeded stays so. Answers where it stands afterwards. With a provider that
   * cannot refuse money for it from then on, the payment may yet be reported as succeeded.
   */
  cancelPayment(paymentId: string): Promise<ProviderPayment>
  /**
   * Gives money back, whole or in part, and answers the provider's id of the refund.
   *
   * @throws AppError conflict when it is more than was paid and not given back yet, or the key was used for another refund
   */
  refund(refund: { key: string; paymentId: string; amountPaise: Paise }): Promise<{ id: string }>
  /** @throws Error when there is no such refund */
  getRefundStatus(refund: { paymentId: string; refundId: string }): Promise<RefundStatus>
  /**
   * Verifies a webhook by its signature, on the bytes as they came, before anything in it is read.
   *
   * @throws AppError malformed when the signature is missing, wrong or too old
   */
  readWebhook(body: string, headers: Headers): Promise<PaymentEvent>
  /**
   * Verifies what the browser brings back from the provider's pages, where it brings anything.
   *
   * @throws AppError malformed when it was not signed by the provider for this payment
   */
  verifyReturn(paymentId: string, signedReturn: Record<string, string>): void
}

/** The providers that the shop has an account with. */
export interface PaymentProviders {
  /** Takes new payments. */
  readonly active: PaymentProvider
  /** All whose keys the shop has, also those that take no new payments. */
  readonly all: readonly PaymentProvider[]
}

/**
 * The provider that took a payment.
 *
 * @throws Error when the shop has its keys no more
 */
export function getProvider({ all }: PaymentProviders, name: string): PaymentProvider {
  const found = all.find((provider) => provider.name === name)
  if (!found) throw new Error(`the settings of the payment provider '${name}' are gone`)
  return found
}
