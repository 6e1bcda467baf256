import type { CartLine } from '#shop/cart/cart-line.ts'
import { giftParts } from '#shop/orders/gift/gift.ts'
import { readStored, writeStored } from '#ui/browser-storage.ts'
import { addressLine, orderedGift, type ShippingDetails } from '../shipping/shipping-details.ts'

/** The key in local storage, which tabs share: two tabs with one cart do not order it twice. */
export const attemptKey = 'cakewala:checkout'

/** One attempt to order. A second press, or another try after a lost response, is the same attempt with the same id. */
export interface CheckoutAttempt {
  checkoutId: string
  /** What is ordered: a changed cart or delivery is another attempt. */
  contents: string
  /** The server's order, if its response arrived. */
  orderId: string | null
}

/** Everything that makes two orders different, as text. */
export function describeContents(lines: readonly CartLine[], shipping: ShippingDetails): string {
  const items = lines.map(({ id, amount, price, detail }) => [id, amount, price, detail])
  const { deliveryAt, slot } = shipping
  // A slot that costs something else now is ordered anew, not resumed at its former price.
  const slotParts = slot ? [slot.id, slot.terms] : []
  const gift = giftParts(orderedGift(shipping))
  return JSON.stringify([items, addressLine(shipping), deliveryAt, ...slotParts, ...gift])
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

/** The saved attempt; null when there is none or it is damaged. */
export function readAttempt(storage: Pick<Storage, 'getItem'>): CheckoutAttempt | null {
  const stored = readStored(storage, attemptKey)
  return isAttempt(stored) ? stored : null
}

/** Saves the attempt; null removes it after its order is placed. */
export function writeAttempt(
  storage: Pick<Storage, 'setItem' | 'removeItem'>,
  attempt: CheckoutAttempt | null,
) {
  if (attempt) writeStored(storage, attemptKey, attempt)
  else storage.removeItem(attemptKey)
}

function isAttempt(stored: unknown): stored is CheckoutAttempt {
  if (typeof stored !== 'object' || stored === null) return false
  const { checkoutId, contents, orderId } = stored as Record<string, unknown>
  const hasOrderIdOrNull = orderId === null || typeof orderId === 'string'
  return typeof checkoutId === 'string' && typeof contents === 'string' && hasOrderIdOrNull
}
