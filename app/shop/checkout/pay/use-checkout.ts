import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'
import { systemClock } from '#platform/clock.ts'
import { call } from '#platform/http/api-client.ts'
import { loginPath } from '#shop/accounts/next-path.ts'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { removeOrdered } from '#shop/cart/cart-store.ts'
import { priceCart } from '#shop/cart/price-cart.ts'
import { businessParts } from '#shop/orders/business.schema.ts'
import { giftParts } from '#shop/orders/gift/gift.ts'
import { savePlacedOrder } from '#shop/orders/placed/placed-order.ts'
import { type ProviderCalls, usePayment } from '#shop/paying/use-payment.ts'
import { hasStreet } from '#shop/values/india-address.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { toRupees } from '#shop/values/money.ts'
import { createStored, fieldsOf, textOf } from '#ui/browser-storage.ts'
import { toast } from '#ui/toast.tsx'
import {
  addressLine,
  clearDelivery,
  isPickup,
  orderedGift,
  priceCheckout,
  type ShippingDetails,
} from '../shipping/shipping-details.ts'
import type { ConfirmPayment, ProcessPayment } from '../start/start-checkout.server.ts'

const cashCalls: ProviderCalls = {
  createPaymentMethod: null,
  confirmAtProvider: async () => ({ status: 'succeeded' }),
}

/** Pays a checkout. `onPlaced` is called when its order is placed. */
export function useCheckout(checkout: Checkout, onPlaced: (orderNumber: number) => void) {
  const navigate = useNavigate()
  const { currentAttempt, saveAttempt } = useAttempt(checkout)
  const { payment, show, dismissNotice, ...run } = usePayment({
    confirmPayment,
    onPlaced(number) {
      saveAttempt(null)
      onPlaced(number)
    },
    onSignedOut: () => void navigate(loginPath('/confirmOrder', 'login-first')),
  })

  function pay(calls: ProviderCalls = cashCalls) {
    const attempt = currentAttempt()
    saveAttempt(attempt)
    const { checkoutId } = attempt
    return run.pay({
      ...calls,
      async processPayment(paymentMethodId) {
        const inCash = calls === cashCalls
        const started = await processPayment(checkout, { checkoutId, paymentMethodId, inCash })
        saveAttempt({ ...attempt, orderId: started.orderId })
        return started
      },
    })
  }

  // Finds an order whose confirmation was lost, so that it is not paid a second time.
  const findPlacedOrder = useEffectEvent(async () => {
    const { orderId } = currentAttempt()
    if (!orderId) return
    const { state, number } = await confirmPayment(orderId)
    if (state === 'placed') show({ kind: 'placed', number })
  })
  useEffect(() => {
    findPlacedOrder().catch(() => {
      // The server is checked again when the customer pays.
    })
  }, [])

  return {
    payment,
    pay,
    checkAgain: () => run.checkAgain(currentAttempt().orderId ?? ''),
    dismissNotice,
  }
}

/** Saved in the browser, or in the page's memory if storage is not available. */
function useAttempt({ lines, shipping }: Checkout) {
  const attemptInPage = useRef<CheckoutAttempt | null>(null)
  const contents = describeContents(lines, shipping)

  function findAttempt(orderContents: string) {
    // The stored one first: another tab may have updated it.
    const attempts = [storedAttempt.current(), attemptInPage.current]
    return findOrCreateAttempt(attempts, orderContents, () => crypto.randomUUID())
  }

  function saveAttempt(next: CheckoutAttempt | null) {
    attemptInPage.current = next
    storedAttempt.save(next)
  }

  // Saved before the customer pays: tabs with the same cart that pay at the same moment share one attempt.
  const shareAttempt = useEffectEvent((orderContents: string) => {
    saveAttempt(findAttempt(orderContents))
  })
  useEffect(() => shareAttempt(contents), [contents])

  return { currentAttempt: () => findAttempt(contents), saveAttempt }
}

/** Clears what was ordered and the delivery time; the home page shows the placed order. */
export function leaveCheckout({ lines, shipping, customer }: Checkout, number: number) {
  const address = addressLine(shipping)
  savePlacedOrder({
    number,
    email: customer.email,
    placedAt: systemClock.now().toISOString(),
    deliveryAt: kolkataToInstant(shipping.deliveryAt).toISOString(),
    slot: shipping.slot?.text,
    pickup: isPickup(shipping) || undefined,
    addressMissing: (address !== null && !hasStreet(address)) || undefined,
    cakes: lines.map(({ amount, name }) => `${amount} × ${name}`),
    hasCustom: priceCart(lines).hasCustom,
  })
  removeOrdered(lines)
  storedConfirmed.save(null)
  clearDelivery()
  toast.success('Your Order is Placed.')
}

export interface Checkout {
  lines: readonly CartLine[]
  shipping: ShippingDetails
  customer: { name: string; email: string; mobileno: string }
}

/** The server prices the cart again. @throws ApiError */
function processPayment(
  { lines, shipping, customer }: Checkout,
  { inCash, ...attempt }: { checkoutId: string; paymentMethodId: string | null; inCash: boolean },
) {
  const address = addressLine(shipping)
  const { cardTotal, discount, hasReadyMade } = priceCheckout(lines, shipping)
  return call<ProcessPayment>('POST /orders/process-payment', {
    body: {
      ...attempt,
      ...(address === null ? { pickup: true } : { address }),
      time: kolkataToInstant(shipping.deliveryAt).toISOString(),
      slot: shipping.slot?.id,
      amount: toRupees(cardTotal),
      coupon: discount > 0 ? shipping.coupon?.code : undefined,
      cash: (inCash && hasReadyMade) || undefined,
      order: [...lines],
      user: { email: customer.email },
      ...orderedGift(shipping),
      business: shipping.business,
    },
  })
}

/**
 * Reads the order's state after the payment at the provider.
 *
 * @param signedReturn the result of the provider's own window
 * @throws ApiError
 */
function confirmPayment(orderId: string, signedReturn?: Record<string, string>) {
  return call<ConfirmPayment>('POST /orders/confirm-payment', {
    body: { orderId, signedReturn },
  })
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
  const { deliveryAt, slot, business, coupon } = shipping
  // A slot with a changed price is another order, not resumed at its former price.
  const slotParts = slot ? [slot.id, slot.terms] : []
  const parts = [...slotParts, ...giftParts(orderedGift(shipping)), ...businessParts(business)]
  if (coupon) parts.push(coupon.code)
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
