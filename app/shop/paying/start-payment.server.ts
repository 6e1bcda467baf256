import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { makeChanges } from '#platform/database/query-parts.server.ts'
import { minuteMs } from '#platform/durations.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { changePaidOrder } from '#shop/changes/change-order.server.ts'
import { isLinkOver } from '#shop/orders/links/tracking-link.server.ts'
import { capturePayment, openPayment } from '#shop/orders/money/ledger.store.server.ts'
import {
  type BoughtChange,
  isForChange,
  isForQuote,
  paymentByLink,
  payUntil,
} from '#shop/orders/money/ledger.ts'
import {
  findCheckoutPayment,
  lockPayment,
  type ProviderPaymentRow,
  saveProviderId,
  updatePayment,
} from '#shop/orders/money/payments.store.server.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { findOrder, markExpired } from '#shop/orders/orders.store.server.ts'
import { findQuote, lockQuote, type QuoteRow } from '#shop/orders/quotes/quotes.store.server.ts'
import { getProvider } from '#shop/payments/payment-provider.ts'
import { noSuchLink, requireOpen } from '#shop/quotes/answer-quote.server.ts'
import { paidNow, quotePayment } from '#shop/quotes/find-quote.server.ts'
import { requireQuotedRoom } from '#shop/quotes/quote-price.server.ts'
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
  'id' | 'key' | 'provider' | 'providerId' | 'paise' | 'status' | 'returned'
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
  const provider = getProvider(shop.payments, payment.provider ?? '')
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
    client_secret: started.clientSecret,
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

const tag = 'Paying by a link'
const token = z.string().min(1).max(200).describe('The last part of the link')

const startByLinkEndpoint = endpoint({
  method: 'POST',
  path: '/payments/start',
  tag,
  summary: 'Pay by a link',
  description:
    'For an order taken by phone, a change or a customised cake. Whoever has the link may pay, without logging in. Starts the payment at the payment provider; the same again continues it. 409 when nothing is to be paid, or it can no longer be had.',
  access: 'anyone',
  body: z.object({
    token,
    paymentMethodId: paymentMethodSchema,
    all: z
      .boolean()
      .default(false)
      .describe('Of a customised cake: all that would be paid at the hand-over, not the deposit'),
  }),
  response: startedSchema,
  problems: [404, 409],
})

const confirmByLinkEndpoint = endpoint({
  method: 'POST',
  path: '/payments/confirm',
  tag,
  summary: 'The return from the payment provider to what a link pays',
  description:
    'Reads at the payment provider where the payment stands, and does what it buys when it is paid: `placed`. `expired`: it was not paid in time, or the money goes back.',
  access: 'anyone',
  body: z.object({ token, signedReturn: signedReturnSchema }),
  response: confirmedSchema,
  problems: [404],
})

export type StartByLink = typeof startByLinkEndpoint
export type ConfirmByLink = typeof confirmByLinkEndpoint

/** The calls of whoever pays by a link. */
export function servePaying(api: Api, shop: AppContext) {
  api.serve(startByLinkEndpoint, async ({ body }, { address }) => {
    const { token, paymentMethodId = null, all } = body
    await shop.limiter.attempt('pay-by-link', address)
    const { order, quote } = await requirePayable(shop, token)
    await shop.limiter.attempt('pay-again', quote?.id ?? order.id)
    const waits = quote
      ? await openQuotePayment(shop, quote.id, all)
      : await findWaiting(shop, order)
    return startPayment(shop, { order, paymentMethodId, ...waits })
  })

  api.serve(confirmByLinkEndpoint, async ({ body: { token, signedReturn } }) => {
    const { order, quote } = await requirePayable(shop, token)
    const payment = quote ? order.payments.findLast(isForQuote(quote.id)) : paymentByLink(order)
    const state = payment ? await confirmPayment(shop, payment, signedReturn) : 'awaiting_payment'
    // It may be accepted without a payment.
    const isHad = state === 'awaiting_payment' && quote?.status === 'accepted'
    return { state: isHad ? 'placed' : state, number: order.number }
  })
}

/** What a link pays: a quote, or what an order waits for. */
export interface Payable {
  order: Order
  quote: QuoteRow | null
}

/** Null for a token that we did not sign, or an old one. */
export async function findPayable(
  { db, clock, payTokens }: AppContext,
  token: string,
): Promise<Payable | null> {
  const id = payTokens.read(token)
  if (!id) return null
  const quote = await findQuote(db, id)
  const order = await findOrder(db, quote?.orderId ?? id)
  return order && !isLinkOver(order, clock.now()) ? { order, quote } : null
}

async function requirePayable(shop: AppContext, token: string): Promise<Payable> {
  const payable = await findPayable(shop, token)
  if (payable) return payable
  const sentence = 'This link does not work. Please open it again from our email, or call us.'
  throw new AppError('not_found', sentence)
}

/** The payment that accepts a quote. @throws AppError conflict if it is closed, has no room, or costs nothing now */
function openQuotePayment(shop: AppContext, quoteId: string, all: boolean) {
  return shop.db.transaction(async (tx) => {
    const locked = await lockQuote(tx, quoteId)
    if (!locked) throw noSuchLink()
    const { order, quote } = locked
    const now = shop.clock.now()
    requireOpen(locked, now)
    await requireQuotedRoom(shop, tx, locked)
    const paise = paidNow(await quotePayment(shop, tx, locked), all)
    if (paise === 0) throw nothingToPay()
    const buys = { kind: 'quote', quoteId } as const
    const { name: provider } = shop.payments.active
    const payment = await openPayment(tx, order, { paise, provider, buys, now })
    const until = new Date(Math.min(payUntil(payment).getTime(), quote.answerBy.getTime()))
    return { payment, until }
  })
}

/** The payment that an order or a change of it waits for. @throws AppError conflict if it can no longer be had */
async function findWaiting(shop: AppContext, order: Order) {
  const payment = paymentByLink(order)
  if (payment?.status !== 'started' || payUntil(payment) <= shop.clock.now()) throw nothingToPay()
  if (isForChange(payment)) await requirePossible(shop, payment, payment.buys)
  return { payment, until: payUntil(payment) }
}

/**
 * Makes the change, as if it were paid, and undoes it.
 *
 * @throws AppError if it can no longer be had
 */
async function requirePossible(shop: AppContext, payment: OrderPayment, change: BoughtChange) {
  const undo = new Error('only tried')
  const tried = shop.db.transaction(async (tx) => {
    const { id, paise, providerId } = payment
    const captured = { id, paise, providerId: providerId ?? id }
    await makeChanges(tx, capturePayment(tx, payment.orderId, captured, { now: shop.clock.now() }))
    await changePaidOrder(shop, tx, payment, change)
    throw undo
  })
  await tried.catch((error: unknown) => {
    if (error !== undo) throw error
  })
}

const nothingToPay = () => new AppError('conflict', 'Nothing is to be paid now.')
