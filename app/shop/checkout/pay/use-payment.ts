import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { systemClock } from '#platform/clock.ts'
import { call } from '#platform/http/api-client.ts'
import { loginPath } from '#shop/accounts/next-path.ts'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { removeOrdered } from '#shop/cart/cart-store.ts'
import { priceCart } from '#shop/cart/price-cart.ts'
import { savePlacedOrder } from '#shop/orders/placed-order.ts'
import { hasStreet } from '#shop/values/india-address.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { toRupees } from '#shop/values/money.ts'
import { toast } from '#ui/toast.tsx'
import { useBusy } from '#ui/use-busy.ts'
import type { confirmPaymentEndpoint, processPaymentEndpoint } from '../checkout.endpoints.ts'
import {
  addressLine,
  clearDelivery,
  isPickup,
  orderedGift,
  priceCheckout,
  type ShippingDetails,
} from '../shipping/shipping-details.ts'
import {
  awaitPlaced,
  type CheckoutAttempt,
  type ConfirmCalls,
  describeContents,
  findOrCreateAttempt,
  type PayCalls,
  type PaymentResult,
  type ProviderCalls,
  payOrder,
  storedAttempt,
  storedConfirmed,
} from './pay-order.ts'

/** `checking`: the card has paid, but the order is not confirmed yet. */
export type PaymentState =
  | { kind: 'ready' | 'busy' | 'checking' }
  | Exclude<PaymentResult, { kind: 'placed' }>

export function isBusy({ kind }: PaymentState): boolean {
  return kind === 'busy' || kind === 'checking'
}

const cashCalls: ProviderCalls = {
  createPaymentMethod: null,
  confirmAtProvider: async () => ({ status: 'succeeded' }),
}

interface PaymentRun {
  confirmPayment: ConfirmCalls['confirmPayment']
  onPlaced: (number: number) => void
  onSignedOut?: () => void
}

/** Pays, one payment at a time, and has what is to be shown of it. */
export function usePaymentRun({ confirmPayment, onPlaced, onSignedOut }: PaymentRun) {
  const [payment, setPayment] = useState<PaymentState>({ kind: 'ready' })
  const { whileBusy } = useBusy()
  const confirmCalls: ConfirmCalls = {
    confirmPayment,
    wait,
    onChecking: () => setPayment({ kind: 'checking' }),
  }

  function show(result: PaymentResult) {
    if (result.kind === 'placed') return onPlaced(result.number)
    setPayment(result)
    if (result.kind !== 'failed') return
    if (result.signedOut && onSignedOut) return onSignedOut()
    toast.error(result.message)
  }

  return {
    payment,
    show,
    dismissNotice: () => setPayment({ kind: 'ready' }),
    pay: (calls: Omit<PayCalls, keyof ConfirmCalls>) =>
      whileBusy(async () => {
        setPayment({ kind: 'busy' })
        show(await payOrder({ ...calls, ...confirmCalls }))
      }),
    /** The notice stays unless the state has changed. */
    checkAgain: (orderId: string) =>
      whileBusy(async () => {
        const result = await awaitPlaced({ ...confirmCalls, onChecking() {} }, orderId)
        if (result.kind !== 'unknown') show(result)
      }),
  }
}

/** Pays a checkout. `onPlaced` is called when its order is placed. */
export function usePayment(checkout: Checkout, onPlaced: (orderNumber: number) => void) {
  const navigate = useNavigate()
  const { currentAttempt, saveAttempt } = useAttempt(checkout)
  const { payment, show, dismissNotice, ...run } = usePaymentRun({
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

function wait(duration: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, duration))
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
  {
    checkoutId,
    paymentMethodId,
    inCash,
  }: { checkoutId: string; paymentMethodId: string | null; inCash: boolean },
) {
  const address = addressLine(shipping)
  const { cardTotal, hasReadyMade } = priceCheckout(lines, shipping)
  return call<typeof processPaymentEndpoint>('POST /orders/process-payment', {
    body: {
      paymentMethodId,
      ...(address === null ? { pickup: true } : { address }),
      time: kolkataToInstant(shipping.deliveryAt).toISOString(),
      slot: shipping.slot?.id,
      amount: toRupees(cardTotal),
      cash: (inCash && hasReadyMade) || undefined,
      order: [...lines],
      user: { email: customer.email },
      checkoutId,
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
  return call<typeof confirmPaymentEndpoint>('POST /orders/confirm-payment', {
    body: { orderId, signedReturn },
  })
}

/** Until the customer changes something. `focus` moves the focus to the declined field. */
export function useDecline(payment: PaymentState, focus: () => void) {
  const [seen, setSeen] = useState<PaymentState | null>(null)
  const focusDeclined = useEffectEvent(focus)
  useEffect(() => {
    if (payment.kind === 'card-declined') focusDeclined()
  }, [payment])
  const isNew = payment.kind === 'card-declined' && payment !== seen
  return { message: isNew ? payment.message : null, clear: () => setSeen(payment) }
}
