import type { CartLine } from '#shop/cart/cart-line.ts'
import { addressLine, type ShippingDetails } from '../shipping/shipping-details.ts'

/** Where the browser keeps it: local storage, so that two tabs with one cart do not order it twice. */
export const attemptKey = 'cakewala:checkout'

/** One wish to order. Pressing twice and trying again after a lost answer are the same wish, under the same id. */
export interface CheckoutAttempt {
  checkoutId: string
  /** What is ordered, so that a changed cart or delivery is another wish. */
  contents: string
  /** The order that the server made of it, as far as the browser heard. */
  orderId: string | null
}

/** All that makes one order differ from another, as text. */
export function contentsOf(lines: readonly CartLine[], shipping: ShippingDetails): string {
  const wishes = lines.map(({ id, amount, price, detail }) => [id, amount, price, detail])
  return JSON.stringify([wishes, addressLine(shipping), shipping.deliveryAt])
}

/** The first of the kept attempts that is for these contents, or a new one. */
export function attemptFor(
  kept: readonly (CheckoutAttempt | null)[],
  contents: string,
  newId: () => string,
): CheckoutAttempt {
  const known = kept.find((attempt) => attempt?.contents === contents)
  return known ?? { checkoutId: newId(), contents, orderId: null }
}

/** The kept attempt; null when there is none or it is damaged. */
export function readAttempt(storage: Pick<Storage, 'getItem'>): CheckoutAttempt | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(attemptKey) ?? 'null')
    return isAttempt(stored) ? stored : null
  } catch {
    return null
  }
}

/** Keeps the attempt, or forgets it once its order is placed (null). */
export function writeAttempt(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  attempt: CheckoutAttempt | null,
) {
  try {
    if (attempt) storage.setItem(attemptKey, JSON.stringify(attempt))
    else storage.removeItem(attemptKey)
  } catch {
    // The page that is paying holds it as well.
  }
}

function isAttempt(stored: unknown): stored is CheckoutAttempt {
  if (typeof stored !== 'object' || stored === null) return false
  const { checkoutId, contents, orderId } = stored as Record<string, unknown>
  const orderIsKnownOrNot = orderId === null || typeof orderId === 'string'
  return typeof checkoutId === 'string' && typeof contents === 'string' && orderIsKnownOrNot
}
