import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { addOnlinePayment } from '#shop/orders/money/ledger.store.server.ts'
import { saveProviderId } from '#shop/orders/money/payments.store.server.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { noSuchLink } from '#shop/orders/quotes/answer-quote.server.ts'
import {
  isQuotePayment,
  quotePayment,
  quotePaymentKey,
} from '#shop/orders/quotes/quote-payment.server.ts'
import { closedQuoteErrors, quoteStatusAt } from '#shop/orders/quotes/quote-status.ts'
import { findQuote, type LockedQuote, lockQuote } from '#shop/orders/quotes/quotes.store.server.ts'
import { requireQuotedRoom } from '#shop/orders/quotes/take-quoted-work.server.ts'
import { getProvider } from '#shop/payments/payment-provider.ts'
import type { StartedCheckout } from '../checkout.endpoints.ts'
import { settlePayment, unpaidOrderLifetimeMs } from '../settle/settle-payment.server.ts'
import { startAtProvider } from '../start/start-at-provider.server.ts'

interface PayQuote {
  quoteId: string
  paymentMethodId: string | null
  /** All that the hand-over would cost, where less is required. */
  all: boolean
}

/**
 * Starts the payment that accepts a quote, or continues the one that was started. It is stored before the provider is
 * called, with its own id as the key.
 *
 * @throws AppError not_found, conflict if the quote is closed, has no room, or nothing is paid for it; too_many
 */
export async function payQuote(
  deps: AppContext,
  { quoteId, paymentMethodId, all }: PayQuote,
): Promise<StartedCheckout> {
  await deps.limiter.attempt('pay-again', quoteId)
  const { order, payment, until } = await storePayment(deps, { quoteId, all })
  const provider = getProvider(deps.payments, payment.provider ?? '')
  const stored = {
    reference: payment.id,
    startedId: payment.providerId,
    paymentMethodId,
    amountPaise: payment.paise,
    order,
  }
  const started = await startAtProvider(provider, stored, async (startedId) => {
    const savedId = await saveProviderId(deps.db, payment.id, startedId)
    if (savedId === null) throw overError()
    return savedId
  })
  const paid = { provider: provider.name, paymentId: started.id }
  const settled = started.status === 'succeeded' ? await settlePayment(deps, paid) : null
  if (settled?.state === 'expired') throw overError()
  return {
    client_secret: started.clientSecret,
    orderId: order.id,
    number: order.number,
    placed: settled?.state === 'placed',
    secondsToPay: Math.max(0, Math.floor((until - deps.clock.now().getTime()) / 1000)),
  }
}

async function storePayment(
  deps: AppContext,
  { quoteId, all }: Omit<PayQuote, 'paymentMethodId'>,
): Promise<{ order: Order; payment: OrderPayment; until: number }> {
  return deps.db.transaction(async (tx) => {
    const locked = await lockQuote(tx, quoteId)
    if (!locked) throw noSuchLink()
    const { order, quote } = locked
    const untilOf = ({ createdAt }: OrderPayment) =>
      Math.min(createdAt.getTime() + unpaidOrderLifetimeMs, quote.answerBy.getTime())
    const now = deps.clock.now()
    requireOpen(locked, now)
    await requireQuotedRoom(deps, tx, { ...locked, now })
    const { requiredPaise, allPaise } = await quotePayment(deps, tx, locked)
    const paise = all ? allPaise : requiredPaise
    if (paise === 0) throw new AppError('conflict', 'Nothing is to be paid now.')
    const { name: provider } = deps.payments.active
    const earlier = order.payments.filter((payment) => isQuotePayment(payment, quoteId))
    const open = earlier.find(
      (payment) =>
        payment.status === 'started' && payment.paise === paise && payment.provider === provider,
    )
    if (open) return { order, payment: open, until: untilOf(open) }
    const payment = await addOnlinePayment(tx, order.id, {
      paise,
      cause: 'balance',
      status: 'started',
      provider,
      key: quotePaymentKey(quoteId, earlier.length),
      now,
    })
    return { order, payment, until: untilOf(payment) }
  })
}

function requireOpen({ quote, item }: LockedQuote, now: Date) {
  const status = quoteStatusAt(quote, { itemStatus: item.status, now })
  if (status !== 'open') throw new AppError('conflict', closedQuoteErrors[status])
}

function overError(): AppError {
  return new AppError('conflict', 'The time to pay is over. Please try again.')
}

/**
 * Called when the browser returns from the provider, which says where the payment stands.
 *
 * @param signedReturn from the provider's own window, signed by the provider
 * @throws AppError not_found; malformed if the provider did not sign the return
 */
export async function confirmQuotePayment(
  deps: AppContext,
  { quoteId, signedReturn }: { quoteId: string; signedReturn?: Record<string, string> },
): Promise<{ state: Order['state']; number: number }> {
  const quote = await findQuote(deps.db, quoteId)
  const order = quote && (await findOrder(deps.db, quote.orderId))
  if (!order) throw noSuchLink()
  const { number, payments } = order
  if (quote.status === 'accepted') return { state: 'placed', number }
  const payment = payments.findLast((one) => isQuotePayment(one, quoteId))
  const { provider, providerId: paymentId } = payment ?? {}
  if (!provider || !paymentId) return { state: 'awaiting_payment', number }
  if (signedReturn) getProvider(deps.payments, provider).verifyReturn(paymentId, signedReturn)
  return (
    (await settlePayment(deps, { provider, paymentId })) ?? { state: 'awaiting_payment', number }
  )
}
