import type { CartLine } from '#shop/cart/cart-line.ts'
import { giftParts } from '#shop/orders/gift/gift.ts'
import { createStored, fieldsOf } from '#ui/browser-storage.ts'
import { addressLine, orderedGift, type ShippingDetails } from '../shipping/shipping-details.ts'

/** The attempt, which tabs share: two tabs with one cart do not order it twice. */
export const storedAttempt = createStored('cakewala:checkout', parseAttempt)

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
  // A slot that costs something else now is another order, not resumed at its former price.
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

function parseAttempt(stored: unknown): CheckoutAttempt | null {
  const { checkoutId, contents, orderId } = fieldsOf(stored)
  if (typeof checkoutId !== 'string' || typeof contents !== 'string') return null
  return orderId === null || typeof orderId === 'string' ? { checkoutId, contents, orderId } : null
}
