import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { minuteMs } from '#platform/clock.ts'
import { annotateCall } from '#platform/log.server.ts'
import { ownUpi } from '#shop/orders/money/ledger.ts'
import {
  findCheckoutPayment,
  lockPayment,
  type ProviderPaymentRow,
  saveProviderId,
  updatePayment,
} from '#shop/orders/money/payments.store.server.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { markExpired } from '#shop/orders/orders.store.server.ts'
import { getProvider } from '#shop/payments/payment-provider.ts'
import { sampleDetails } from '#shop/words/shop/sample-details.ts'
import { type OrderState, settlePayment, stateOf } from './settle-payment.server.ts'

export const paymentMethodSchema = z
  .string()
  .max(200)
  .nullish()
  .describe('What the browser made of the card; none for a provider whose own pages ask for it')

export const signedReturnSchema = z
  .record(z.string().max(100), z.string().max(500))
  .optional()
  .describe("What the payment provider's own pages gave the browser, signed by it")

export const startedSchema = z.object({
  client_secret: z.string().nullable(),
  orderId: z.string(),
  number: z.number().int().describe('The number that people know the order by'),
  placed: z.boolean().describe('True when nothing is left to pay'),
  secondsToPay: z
    .int()
    .min(0)
    .describe(
      'How long the order awaits its payment, or holds its place; 0 when nothing is left to pay',
    ),
})

export const confirmedSchema = z.object({
  state: z.enum(['awaiting_payment', 'placed', 'expired']),
  number: z.number().int(),
})

export type StartedPayment = z.output<typeof startedSchema>
export type Confirmed = z.output<typeof confirmedSchema>

/** What is to be known of a payment to start it, or to ask where it stands. */
export type PaymentToStart = Pick<
  OrderPayment,
  'id' | 'key' | 'provider' | 'providerId' | 'paise' | 'status' | 'returned' | 'until' | 'createdAt'
>

interface StartPayment {
  order: Pick<Order, 'id' | 'number' | 'customerName' | 'customerEmail' | 'address'>
  /** Stored before the provider is called, which knows it by its key. */
  payment: PaymentToStart
  paymentMethodId: string | null
  /** Until when it can be paid. */
  until: Date
}

/**
 * Starts a payment that is stored, or continues the started one. Two tabs may start it at the same moment: both continue
 * with the one that was saved first. If it has succeeded meanwhile, it is settled: the provider does not allow a second
 * payment. The customer's older orders that hold places without being paid expire, so that nobody can fill a slot for
 * nothing.
 *
 * @throws AppError conflict if its time is over, or what it buys can no longer be had; too_many for a thief who tries cards
 */
export async function startPayment(
  shop: AppContext,
  { order, payment, paymentMethodId, until }: StartPayment,
): Promise<StartedPayment> {
  annotateCall({ order: order.number, payment: payment.id })
  const provider = getProvider(shop.payments, payment.provider ?? '')
  const isOwnUpi = provider.name === ownUpi
  if (isOwnUpi && shop.shop.upiId === sampleDetails.upiId)
    throw new AppError('conflict', 'We cannot take payments online yet. Please call us.')
  const start = (paymentId: string | null) =>
    provider.startPayment({
      key: payment.key,
      reference: payment.key,
      orderNumber: order.number,
      paymentId,
      paymentMethodId,
      amountPaise: payment.paise,
      currency: 'INR',
      customer: { name: order.customerName, email: order.customerEmail },
      address: order.address,
    })
  const first = await start(payment.providerId)
  const savedId = await saveStarted(shop, { id: payment.id, providerId: first.id })
  const started = savedId === first.id ? first : await start(savedId)
  const paid = { provider: provider.name, paymentId: started.id }
  const state =
    payment.status === 'started' && started.status === 'succeeded'
      ? await settlePayment(shop, paid)
      : stateOf(payment)
  if (state === 'expired') throw timeIsOver()
  const placed = state === 'placed'
  return {
    client_secret: isOwnUpi ? shop.payTokens.sign(order.id) : started.clientSecret,
    orderId: order.id,
    number: order.number,
    placed,
    secondsToPay: placed ? 0 : secondsLeft(until, shop.clock.now()),
  }
}

/** What one customer may begin and not pay: more is a thief who tries cards, each with an order of its own. */
const maxUnpaidOrders = 20
const unpaidWithinMs = 15 * minuteMs

/** @returns the id that was saved first */
async function saveStarted(
  shop: AppContext,
  payment: { id: string; providerId: string },
): Promise<string> {
  const since = new Date(shop.clock.now().getTime() - unpaidWithinMs)
  const saved = await saveProviderId(shop.db, { ...payment, since })
  if (!saved) throw timeIsOver()
  if (saved.unpaidOrders > maxUnpaidOrders) {
    const sentence =
      'Too many payments were started and not finished. Please wait 15 minutes and try again.'
    throw new AppError('too_many', sentence, { retryAfterSeconds: unpaidWithinMs / 1000 })
  }
  for (const orderId of saved.surplus) {
    try {
      await expireUnpaidOrder(shop, orderId)
    } catch (error) {
      // It expires later: this payment does not wait for another's.
      shop.log.error({ err: error, orderId }, 'an unpaid order could not be ended')
    }
  }
  return saved.id
}

/**
 * Called when the browser returns from the provider, which says where the payment stands, not the browser.
 *
 * @param signedReturn from the provider's own window, signed by the provider
 * @throws AppError malformed if the provider did not sign the return
 */
export async function confirmPayment(
  shop: AppContext,
  payment: PaymentToStart,
  signedReturn?: Record<string, string>,
): Promise<OrderState> {
  const { provider, providerId: paymentId, status } = payment
  if (!provider || !paymentId || status === 'succeeded') return stateOf(payment)
  if (signedReturn) getProvider(shop.payments, provider).verifyReturn(paymentId, signedReturn)
  return (await settlePayment(shop, { provider, paymentId })) ?? stateOf(payment)
}

/** Expires an order that awaits payment, as `cancelPayment` does. */
export async function expireUnpaidOrder(shop: AppContext, orderId: string) {
  const payment = await findCheckoutPayment(shop.db, orderId)
  if (payment) await cancelPayment(shop, payment)
}

/**
 * Cancels a started payment: at its provider first, and then here, with the order that awaits it. If it was paid after
 * all, it is settled so.
 *
 * @throws AppError unavailable when the provider does not respond
 */
export async function cancelPayment(shop: AppContext, payment: ProviderPaymentRow) {
  const { id, key, provider, providerId: paymentId } = payment
  if (paymentId) {
    await getProvider(shop.payments, provider).cancelPayment(paymentId)
    await settlePayment(shop, { provider, paymentId })
    return
  }
  // The provider was never called, or its response was lost: nobody has the secret to pay.
  await shop.db.transaction(async (tx) => {
    const locked = await lockPayment(tx, key)
    if (locked?.payment.status !== 'started' || locked.payment.providerId) return
    if (payment.buys?.kind === 'order') await markExpired(tx, payment.orderId)
    await updatePayment(tx, id, { status: 'cancelled', updatedAt: shop.clock.now() })
  })
}

export function secondsLeft(until: Date, now: Date): number {
  return Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000))
}

export function timeIsOver(): AppError {
  return new AppError('conflict', 'The time to pay is over. Please try again.')
}
