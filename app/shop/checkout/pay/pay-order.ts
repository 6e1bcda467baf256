import { ApiError } from '#platform/http/api-client.ts'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { businessParts } from '#shop/orders/business/business.ts'
import { giftParts } from '#shop/orders/gift/gift.ts'
import type { Confirmed, StartedPayment } from '#shop/paying/paying.endpoints.ts'
import type { ConfirmOutcome } from '#shop/payments/browser-provider.ts'
import { createStored, fieldsOf, textOf } from '#ui/browser-storage.ts'
import { addressLine, orderedGift, type ShippingDetails } from '../shipping/shipping-details.ts'

export type PaymentResult =
  | { kind: 'placed'; number: number }
  /** Shown at the card field; the same order can be tried again. */
  | { kind: 'card-declined'; message: string }
  /** Prices, choices or times changed after the browser loaded them: field → sentence. */
  | { kind: 'changed'; message: string; errors: Record<string, string> }
  | { kind: 'failed'; message: string; signedOut: boolean }
  /**
   * The card may have paid, but the server has not confirmed it. `isBankSlow`: the bank reported that it needs time.
   */
  | { kind: 'unknown'; isBankSlow: boolean }

/** The payment provider's part. Each call may be repeated: the same attempt is not charged twice. */
export interface ProviderCalls {
  /** Null if the provider's own window collects the card, or nothing is paid by card. */
  createPaymentMethod: (() => Promise<{ id: string }>) | null
  /** @param secondsToPay how long the order awaits its payment */
  confirmAtProvider(clientSecret: string, secondsToPay: number): Promise<ConfirmOutcome>
}

export interface ConfirmCalls {
  /** @param signedReturn what the provider's window returned; the server responds 400 when it is not genuine */
  confirmPayment(orderId: string, signedReturn?: Record<string, string>): Promise<Confirmed>
  /** ms */
  wait(duration: number): Promise<void>
  /** The card has paid, but the server's confirmation takes longer than usual. */
  onChecking(): void
}

export interface PayCalls extends ProviderCalls, ConfirmCalls {
  /** Stores the order. A repeated checkout gets the same order and payment. */
  processPayment(paymentMethodId: string | null): Promise<StartedPayment>
}

/** Pauses between checks whether the order is placed, in ms. */
const checkPauses = [1000, 2000, 4000, 8000]

const unverified =
  'We could not verify the payment, so your order was not placed. Please try again.'

const tooLate: PaymentResult = {
  kind: 'failed',
  message: 'This took too long. Any payment will be refunded. Please try again.',
  signedOut: false,
}

/** Never throws. After any result the same order can be tried again. */
export async function payOrder(calls: PayCalls): Promise<PaymentResult> {
  let paymentMethodId: string | null = null
  try {
    paymentMethodId = (await calls.createPaymentMethod?.())?.id ?? null
  } catch (error) {
    return { kind: 'card-declined', message: messageOf(error) }
  }
  try {
    const { client_secret, orderId, number, placed, secondsToPay } =
      await calls.processPayment(paymentMethodId)
    if (placed) return { kind: 'placed', number }
    const outcome = client_secret
      ? await calls.confirmAtProvider(client_secret, secondsToPay)
      : null
    if (outcome?.status === 'failed') return await afterDecline(calls, orderId, outcome.message)
    if (outcome?.status !== 'processing')
      return await awaitPlaced(calls, orderId, outcome?.signedReturn)
    const result = await awaitPlaced(calls, orderId)
    return result.kind === 'unknown' ? { ...result, isBankSlow: true } : result
  } catch (error) {
    return toFailure(error)
  }
}

/** Checks several times, with growing pauses. */
export async function awaitPlaced(
  calls: ConfirmCalls,
  orderId: string,
  signedReturn?: Record<string, string>,
): Promise<PaymentResult> {
  for (const pause of [...checkPauses, null]) {
    const order = await fetchOrder(calls, orderId, signedReturn)
    if (order.state === 'placed') return { kind: 'placed', number: order.number }
    if (order.state === 'expired') return tooLate
    if (order.state === 'unverified') return afterDecline(calls, orderId, unverified)
    if (pause === null) break
    calls.onChecking()
    await calls.wait(pause)
  }
  return { kind: 'unknown', isBankSlow: false }
}

// A lost connection during the charge looks like a decline. The server knows.
async function afterDecline(
  calls: Pick<ConfirmCalls, 'confirmPayment'>,
  orderId: string,
  message: string,
): Promise<PaymentResult> {
  const order = await fetchOrder(calls, orderId)
  return order.state === 'placed'
    ? { kind: 'placed', number: order.number }
    : { kind: 'card-declined', message }
}

/** 'unknown' if the server could not be reached. */
async function fetchOrder(
  { confirmPayment }: Pick<ConfirmCalls, 'confirmPayment'>,
  orderId: string,
  signedReturn?: Record<string, string>,
) {
  try {
    return await confirmPayment(orderId, signedReturn)
  } catch (error) {
    const isUnverified = signedReturn && error instanceof ApiError && error.problem.status === 400
    return { state: isUnverified ? ('unverified' as const) : ('unknown' as const) }
  }
}

function toFailure(error: unknown): PaymentResult {
  const problem = error instanceof ApiError ? error.problem : null
  if (problem?.errors && (problem.status === 409 || problem.status === 422)) {
    return { kind: 'changed', message: problem.detail, errors: problem.errors }
  }
  return { kind: 'failed', message: messageOf(error), signedOut: problem?.status === 401 }
}

function messageOf(error: unknown) {
  return error instanceof Error && error.message
    ? error.message
    : 'Something went wrong. Please try again.'
}

/** What the customer has confirmed in this tab, by {@link describeConfirmed}; '' for nothing. */
export const storedConfirmed = createStored('cakewala:confirmed', textOf, { visit: true })

/**
 * What must not differ from what was confirmed: which cakes, where to, when and for whom. Other tabs change the cart and
 * the address; a price is compared by the server.
 */
export function describeConfirmed(lines: readonly CartLine[], shipping: ShippingDetails): string {
  const priceless = lines.map((line) => ({ ...line, price: 0 }))
  return describeContents(priceless, shipping)
}

/** Shared by tabs, so that two tabs do not order one cart twice. */
export const storedAttempt = createStored('cakewala:checkout', parseAttempt)

/** A second press, or another try after a lost response, is the same attempt with the same id. */
export interface CheckoutAttempt {
  checkoutId: string
  /** The ordered contents: a changed cart or delivery is another attempt. */
  contents: string
  /** Null until the server's response arrives. */
  orderId: string | null
}

/** Contains everything that makes two orders different. */
export function describeContents(lines: readonly CartLine[], shipping: ShippingDetails): string {
  const items = lines.map(({ id, amount, price, detail }) => [id, amount, price, detail])
  const { deliveryAt, slot, business } = shipping
  // A slot with a changed price is another order, not resumed at its former price.
  const slotParts = slot ? [slot.id, slot.terms] : []
  const parts = [...slotParts, ...giftParts(orderedGift(shipping)), ...businessParts(business)]
  return JSON.stringify([items, addressLine(shipping), deliveryAt, ...parts])
}

/** The first saved attempt with these contents, or a new one. */
export function findOrCreateAttempt(
  saved: readonly (CheckoutAttempt | null)[],
  contents: string,
  newId: () => string,
): CheckoutAttempt {
  const found = saved.find((attempt) => attempt?.contents === contents)
  return found ?? { checkoutId: newId(), contents, orderId: null }
}

function parseAttempt(stored: unknown): CheckoutAttempt | null {
  const { checkoutId, contents, orderId } = fieldsOf(stored)
  if (typeof checkoutId !== 'string' || typeof contents !== 'string') return null
  return orderId === null || typeof orderId === 'string' ? { checkoutId, contents, orderId } : null
}
