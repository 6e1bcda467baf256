import type { Paise } from '#shop/values/money.ts'

/**
 * Where a payment stands at the provider, in our words:
 * - `open`: the customer has still to give a card, confirm, or pass a second factor
 * - `succeeded`: the money is ours
 * - `cancelled`: it can no longer be paid
 */
export type PaymentStatus = 'open' | 'succeeded' | 'cancelled'

/** A payment as the provider sees it. */
export interface ProviderPayment {
  /** The provider's own id. */
  id: string
  status: PaymentStatus
  amountPaise: Paise
  currency: 'INR'
  /** The order's id, as it was given when the payment began. */
  reference: string
  /** Lets the browser, and nobody else, go on with this payment. */
  clientSecret: string
}

/** A webhook that was verified and put into our words. */
export interface PaymentEvent {
  /** The provider's id of the event: the same event always carries the same one. */
  id: string
  type: 'payment-succeeded' | 'payment-cancelled' | 'refund-succeeded' | 'other'
  /** The provider's id of the payment it is about. */
  paymentId: string
}

/** A card company. Every writing call is keyed: repeating it with the same key does nothing twice. */
export interface PaymentProvider {
  readonly name: string
  /**
   * Begins a payment, or returns the one already begun with this key, and attaches the card to it while it is open.
   *
   * A payment method is good for one try: after a refusal the customer enters a card anew.
   *
   * @throws AppError conflict when the provider does not know the payment method, or it has been used up, and when
   *   the key was begun with another amount or reference
   */
  startPayment(start: {
    key: string
    paymentMethodId: string
    amountPaise: Paise
    currency: 'INR'
    /** The order's id, kept beside the payment at the provider. */
    reference: string
  }): Promise<ProviderPayment>
  /** @throws Error when there is no such payment */
  getPayment(paymentId: string): Promise<ProviderPayment>
  /** Cancels what is open; a payment that has succeeded stays so. Answers where it stands afterwards. */
  cancelPayment(paymentId: string): Promise<ProviderPayment>
  /**
   * Gives money back, whole or in part, and answers the provider's id of the refund.
   *
   * @throws AppError conflict when it is more than was paid and not given back yet, or the key was used for another refund
   */
  refund(refund: { key: string; paymentId: string; amountPaise: Paise }): Promise<{ id: string }>
  /**
   * Verifies a webhook by its signature, on the bytes as they came, before anything in it is read.
   *
   * @throws AppError malformed when the signature is missing, wrong or too old
   */
  readWebhook(body: string, headers: Headers): Promise<PaymentEvent>
}
