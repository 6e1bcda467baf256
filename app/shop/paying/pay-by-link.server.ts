import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { makeChanges } from '#platform/database/database.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { cakesText } from '#shop/cart/cart-line.ts'
import { changePaidOrder } from '#shop/changes/change-order.server.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { deliveryInMail } from '#shop/orders/delivery/delivery-text.ts'
import { isLinkOver, payPath } from '#shop/orders/links/tracking-link.server.ts'
import { greeting, toOwner } from '#shop/orders/mails/order-mail.server.tsx'
import { paidBySchema } from '#shop/orders/money/door-money.schema.ts'
import { upiLink } from '#shop/orders/money/door-money.ts'
import { capturePayment } from '#shop/orders/money/ledger.store.server.ts'
import {
  type BoughtChange,
  isForChange,
  isForQuote,
  ownUpi,
  paymentByLink,
  payUntil,
  unpaidByLink,
} from '#shop/orders/money/ledger.ts'
import { updatePayment } from '#shop/orders/money/payments.store.server.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { findQuote } from '#shop/orders/quotes/quotes.store.server.ts'
import { openQuotePayment } from '#shop/quotes/answer-quote.server.ts'
import { quoteToPay } from '#shop/quotes/find-quote.server.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { drawQr } from '#ui/qr-code.tsx'
import {
  confirmedSchema,
  confirmPayment,
  paymentMethodSchema,
  signedReturnSchema,
  startedSchema,
  startPayment,
} from './start-payment.server.ts'

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

const claimEndpoint = endpoint({
  method: 'POST',
  path: '/payments/claim',
  tag,
  summary: 'Say that the shop’s own UPI id was paid',
  description:
    'The shop is mailed to look for the money. It proves nothing, and places no order. 409 when no such payment waits.',
  access: 'anyone',
  body: z.object({ token, reference: paidBySchema.shape.reference }),
  response: messageSchema,
  problems: [404, 409],
})

export type StartByLink = typeof startByLinkEndpoint
export type ConfirmByLink = typeof confirmByLinkEndpoint
export type ClaimUpi = typeof claimEndpoint

/** The calls of whoever pays by a link. */
export function servePaying(api: Api, shop: AppContext) {
  api.serve(startByLinkEndpoint, async ({ body }, { address }) => {
    const { token, paymentMethodId = null, all } = body
    await shop.limiter.attempt('pay-by-link', address)
    const { order, quote } = await requireLinked(shop, token)
    await shop.limiter.attempt('pay-again', quote?.id ?? order.id)
    const waits = quote
      ? await openQuotePayment(shop, quote.id, all)
      : await findWaiting(shop, order)
    if (!waits) throw nothingWaits()
    return startPayment(shop, { order, paymentMethodId, ...waits })
  })

  api.serve(confirmByLinkEndpoint, async ({ body: { token, signedReturn } }) => {
    const { order, quote } = await requireLinked(shop, token)
    const payment = paymentOf({ order, quote })
    const state = payment ? await confirmPayment(shop, payment, signedReturn) : 'awaiting_payment'
    // It may be accepted without a payment.
    const isHad = state === 'awaiting_payment' && quote?.status === 'accepted'
    return { state: isHad ? 'placed' : state, number: order.number }
  })

  api.serve(claimEndpoint, async ({ body: { token, reference } }, { address }) => {
    await shop.limiter.attempt('pay-by-link', address)
    const waiting = waitingUpi(await requireLinked(shop, token))
    if (!waiting) throw nothingWaits()
    const { id, orderId } = waiting
    await shop.db.transaction(async (tx) => {
      await updatePayment(tx, id, { claimed: reference ?? '', updatedAt: shop.clock.now() })
      await queueMail(shop, tx, 'upi-claimed', id, { orderId, paymentId: id })
    })
    return { message: 'Thank you! We look for your payment.' }
  })
}

const nothingWaits = () => new AppError('conflict', 'Nothing is to be paid now.')

/** What the page of a link offers to pay; null for a token that we did not sign, or an old one. */
export async function findPayable(
  shop: AppContext,
  { token, all }: { token: string; all: boolean },
) {
  const linked = await findLinked(shop, token)
  if (!linked) return null
  const { order, quote } = linked
  const waiting = waitingUpi(linked)
  if (quote) {
    const toPay = await quoteToPay(shop, { order, quote, all })
    const isSame = waiting?.paise === toPay?.paise
    return {
      order,
      buys: 'quote' as const,
      toPay,
      upi: isSame ? upiToPay(shop, order, waiting) : null,
    }
  }
  const unpaid = unpaidByLink(order)
  return {
    order,
    buys: order.state === 'placed' ? ('change' as const) : ('order' as const),
    toPay: unpaid && { ...unpaid, otherPaise: null, restPaise: 0 },
    upi: upiToPay(shop, order, waiting),
  }
}

type Linked = NonNullable<Awaited<ReturnType<typeof findLinked>>>

/** The latest payment of what a link pays. */
const paymentOf = ({ order, quote }: Linked): OrderPayment | undefined =>
  quote ? order.payments.findLast(isForQuote(quote.id)) : paymentByLink(order)

export type UpiToPay = NonNullable<ReturnType<typeof upiToPay>>

/** How a payment to the shop's own UPI id is made; null for none. */
function upiToPay({ shop }: AppContext, { number }: Order, payment: OrderPayment | null) {
  if (!payment) return null
  const { id, paise, claimed, buys } = payment
  const { upiId, name: shopName } = shop
  // No two payments of an order have the same.
  const tr = buys?.kind === 'order' ? `${number}` : `${number}${id.slice(-6)}`
  const link = upiLink({ upiId, shopName, orderNumber: number, amountPaise: paise, tr })
  return { link, qr: drawQr(link), upiId, paise, claimed, until: payUntil(payment) }
}

/** The payment to the shop's own UPI id that was begun by a link and is not found yet; null without one. */
function waitingUpi(linked: Linked): OrderPayment | null {
  const payment = paymentOf(linked)
  const isBegun = payment?.status === 'started' && payment.providerId !== null
  return isBegun && payment.provider === ownUpi ? payment : null
}

/** The order of a link, with the quote that it pays; without one it pays what the order waits for. */
async function findLinked({ db, clock, payTokens }: AppContext, token: string) {
  const id = payTokens.read(token)
  if (!id) return null
  const quote = await findQuote(db, id)
  const order = await findOrder(db, quote?.orderId ?? id)
  return order && !isLinkOver(order, clock.now()) ? { order, quote } : null
}

async function requireLinked(shop: AppContext, token: string) {
  const linked = await findLinked(shop, token)
  if (linked) return linked
  const sentence = 'This link does not work. Please open it again from our email, or call us.'
  throw new AppError('not_found', sentence)
}

/** The payment that an order or a change of it waits for; null for none. @throws AppError conflict if it can no longer be had */
async function findWaiting(shop: AppContext, order: Order) {
  const payment = paymentByLink(order)
  if (payment?.status !== 'started' || payUntil(payment) <= shop.clock.now()) return null
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

/** To the customer: the link that pays for an order that the shop took by phone, or for a change of one. */
export const payByLinkMail: MailKind<{ orderId: string; reason: string }> = async (
  context,
  { orderId, reason },
) => {
  const { db, shop } = context
  const order = await findOrder(db, orderId)
  const open = order && unpaidByLink(order)
  // It may be paid already, or its time over.
  if (!open) return null
  const isNew = order.state === 'awaiting_payment'
  const amount = formatInr(open.paise)
  const by = formatDateTime(open.until)
  return {
    ...(await toOwner(db, order)),
    subject: `Order ${order.number}: ${isNew ? `pay ${amount}` : `${amount} for your change`}`,
    preview: `Pay ${amount}, and we ${isNew ? 'bake' : 'change'} your order.`,
    heading: `Pay for your ${isNew ? 'order' : 'change'}`,
    parts: [
      isNew
        ? `${greeting(order)} you ordered ${cakesText(order.items)} for ${deliveryInMail(order)}. We bake when you have paid ${amount}, until ${by}.`
        : `${greeting(order)} what you asked us to change of order ${order.number} costs ${amount} more. We change it when you have paid, until ${by}.`,
      reason !== '' && { userText: reason },
      { button: `Pay ${amount}`, href: `${shop.publicUrl}${payPath(context, order.id)}` },
      `Did you not ask for it? Then do nothing, or call us on ${shop.phone}.`,
    ],
  }
}
