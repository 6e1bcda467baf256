import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#platform/http/api-client.ts'
import { loginPath } from '#shop/accounts/next-path.ts'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { emptyCart } from '#shop/cart/cart-store.ts'
import { priceCart } from '#shop/cart/price-cart.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { toRupees } from '#shop/values/money.ts'
import { browserStorage } from '#ui/browser-storage.ts'
import { toast } from '#ui/toast.tsx'
import type { confirmPaymentEndpoint, processPaymentEndpoint } from '../checkout.endpoints.ts'
import {
  addressLine,
  forgetDeliveryTime,
  type ShippingDetails,
} from '../shipping/shipping-details.ts'

import {
  attemptFor,
  type CheckoutAttempt,
  contentsOf,
  readAttempt,
  writeAttempt,
} from './checkout-attempt.ts'
import { awaitPlaced, type PayCalls, type PayResult, payOrder } from './pay-order.ts'

/** Where paying stands, as the page shows it. `checking`: the card has paid, the order is not yet confirmed. */
export type Paying =
  | { kind: 'ready' | 'busy' | 'checking' }
  | Exclude<PayResult, { kind: 'refused' | 'placed' }>

/** Whether something is under way that is not to be begun again. */
export function isBusy({ kind }: Paying): boolean {
  return kind === 'busy' || kind === 'checking'
}

/** How a card is paid with: the card company's two calls, or none for cash alone. */
export type CardCalls = Pick<PayCalls, 'createPaymentMethod' | 'confirmCard'>

const byCashAlone: CardCalls = {
  createPaymentMethod: null,
  confirmCard: async () => ({ status: 'succeeded' }),
}

/** Pays a checkout, once at a time. `onPlaced` is called when its order is placed. */
export function usePayment(checkout: Checkout, onPlaced: () => void) {
  const navigate = useNavigate()
  const [paying, setPaying] = useState<Paying>({ kind: 'ready' })
  const busy = useRef(false)
  const attempt = useAttempt(checkout)
  const checks = { confirmPayment, wait, onChecking: () => setPaying({ kind: 'checking' }) }

  async function show(result: PayResult) {
    if (result.kind === 'placed') {
      attempt.keep(null)
      return onPlaced()
    }
    if (result.kind !== 'refused') return setPaying(result)
    setPaying({ kind: 'ready' })
    if (result.signedOut) return navigate(loginPath('/confirmOrder', 'login-first'))
    toast.error(result.message)
  }

  async function once(work: () => Promise<PayResult>) {
    if (busy.current) return
    busy.current = true
    setPaying({ kind: 'busy' })
    try {
      await show(await work())
    } finally {
      busy.current = false
    }
  }

  function pay(card: CardCalls = byCashAlone) {
    const current = attempt.current()
    attempt.keep(current)
    const { checkoutId } = current
    return once(() =>
      payOrder({
        ...card,
        ...checks,
        async processPayment(paymentMethodId) {
          const answer = await processPayment(checkout, { checkoutId, paymentMethodId })
          attempt.keep({ ...current, orderId: answer.orderId })
          return answer
        },
      }),
    )
  }

  // An order that was paid for while its answer got lost is found again, instead of being paid for once more.
  const findLost = useEffectEvent(async () => {
    const { orderId } = attempt.current()
    if (!orderId) return
    const { state } = await confirmPayment(orderId)
    if (state === 'placed') await show({ kind: 'placed' })
  })
  useEffect(() => {
    findLost().catch(() => {
      // Not to be learnt now: paying asks again.
    })
  }, [])

  return {
    paying,
    pay,
    checkAgain: () => once(() => awaitPlaced(checks, attempt.current().orderId ?? '')),
    startAnew: () => setPaying({ kind: 'ready' }),
  }
}

/** The attempt for what is being ordered, kept in the browser and, where that refuses, in the page. */
function useAttempt({ lines, shipping }: Checkout) {
  const kept = useRef<CheckoutAttempt | null>(null)
  const storage = browserStorage('localStorage')
  const contents = contentsOf(lines, shipping)

  function attemptOf(wish: string) {
    // The stored one first: another tab may have heard more of it.
    return attemptFor([readAttempt(storage), kept.current], wish, () => crypto.randomUUID())
  }

  function keep(next: CheckoutAttempt | null) {
    kept.current = next
    writeAttempt(storage, next)
  }

  // From the start, so that tabs with the same cart which pay at the same instant have the same wish.
  const keepFor = useEffectEvent((wish: string) => keep(attemptOf(wish)))
  useEffect(() => keepFor(contents), [contents])

  return { current: () => attemptOf(contents), keep }
}

function wait(duration: number) {
  return new Promise<void>((resolve) => setTimeout(resolve, duration))
}

/** What an order that is placed leaves behind in this browser. */
export function leaveCheckout() {
  emptyCart()
  forgetDeliveryTime()
  toast.success('Your Order is Placed.')
}

/** What is ordered, by whom, and where it goes. */
export interface Checkout {
  lines: readonly CartLine[]
  shipping: ShippingDetails
  customer: { name: string; email: string; mobileno: string }
}

/** Orders the cart under the checkout's id; the server prices it anew. @throws ApiError */
function processPayment(
  { lines, shipping, customer }: Checkout,
  { checkoutId, paymentMethodId }: { checkoutId: string; paymentMethodId: string | null },
) {
  return call<typeof processPaymentEndpoint>('POST /orders/process-payment', {
    body: {
      paymentMethodId,
      address: addressLine(shipping),
      time: kolkataToInstant(shipping.deliveryAt).toISOString(),
      amount: toRupees(priceCart(lines).cardTotal),
      order: [...lines],
      user: { email: customer.email },
      checkoutId,
    },
  })
}

/**
 * Asks where the order stands now that the company has been paid; `signedReturn` is what its own window gave.
 *
 * @throws ApiError
 */
function confirmPayment(orderId: string, signedReturn?: Record<string, string>) {
  return call<typeof confirmPaymentEndpoint>('POST /orders/confirm-payment', {
    body: { orderId, signedReturn },
  })
}

/** The sentence the last try was refused with, until the customer changes something. */
export function useRefusal(paying: Paying) {
  const [seen, setSeen] = useState<Paying | null>(null)
  const isNew = paying.kind === 'card-refused' && paying !== seen
  return { sentence: isNew ? paying.message : null, forget: () => setSeen(paying) }
}
