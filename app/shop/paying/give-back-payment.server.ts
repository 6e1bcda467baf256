import type { AppContext } from '#app/context.server.ts'
import { type Database, makeChanges } from '#platform/database/database.server.ts'
import { cartLink, lineAgain } from '#shop/cart/cart-link.ts'
import { nextOpenSlots } from '#shop/delivery/options/choose-delivery.server.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { deliveryInMail } from '#shop/orders/delivery/delivery-text.ts'
import { greeting, noOrderToWriteAbout } from '#shop/orders/mails/order-mail.server.tsx'
import {
  addOnlinePayment,
  type Capture,
  capturePayment,
} from '#shop/orders/money/ledger.store.server.ts'
import { leftOnlinePaise, type ReturnReason } from '#shop/orders/money/ledger.ts'
import { refundedText } from '#shop/orders/money/order-money.ts'
import type { LockedPayment } from '#shop/orders/money/payments.store.server.ts'
import { findOrder, markExpired } from '#shop/orders/orders.store.server.ts'
import type { ProviderPayment } from '#shop/payments/payment-provider.ts'
import { requestRefund } from '#shop/refunds/refund-payment.server.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { slotText } from '#shop/values/kolkata-time.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'

const reasons: Record<ReturnReason, string> = {
  'slot-gone':
    'Paid after the hold of its delivery slot had lapsed, and the slot could not be had any more',
  'not-had': 'Paid for what could no longer be had, or another amount',
  second: 'The customer paid more than once',
}

/** Refunds all of a payment at once, and mails who is to know. */
export async function returnPayment(
  shop: AppContext,
  tx: Database,
  { order, payment }: LockedPayment,
  captured: Capture & { returned: ReturnReason },
) {
  const { paise, returned } = captured
  const kind = payment.buys?.kind ?? 'order'
  await makeChanges(tx, capturePayment(tx, order.id, captured, { now: shop.clock.now() }))
  const wasAwaited = kind === 'order' && order.state === 'awaiting_payment'
  if (wasAwaited) await markExpired(tx, order.id)
  await requestRefund(shop, tx, payment, {
    key: `returned-${payment.id}`,
    paise,
    reason: reasons[returned],
  })
  if (returned === 'slot-gone') {
    const about = { orderId: order.id }
    await queueMail(shop, tx, 'slot-gone', order.id, about)
    return
  }
  const about = { orderId: order.id, amountPaise: paise, kind }
  await queueMail(shop, tx, 'balance-refunded', payment.id, about)
  const event = kind === 'order' ? `${order.number}` : payment.id
  await queueMail(shop, tx, 'unexpected-payment', event, {
    orderNumber: order.number,
    receivedPaise: paise,
    agreedPaise: payment.paise,
    kind,
  })
}

/** Money that came more than once is stored and refunded, each time by an id of its own. Mails the shop. */
export async function refundSecondCaptures(
  shop: AppContext,
  tx: Database,
  { order: { id: orderId, number: orderNumber }, payment }: LockedPayment,
  { captures = [] }: ProviderPayment,
) {
  if (captures.length < 2) return
  const stored = (await findOrder(tx, orderId))?.payments ?? []
  const unknown = captures.filter(({ id }) => !stored.some(({ providerId }) => providerId === id))
  const ofIt = stored.filter(
    ({ id, providerId }) => id === payment.id || captures.some((one) => one.id === providerId),
  )
  const isOfIt = (rowId: string | null) => ofIt.some(({ id }) => id === rowId)
  const payments = stored.filter((row) => isOfIt(row.id) || isOfIt(row.paymentId))
  const atProvider = captures.reduce((sum, one) => sum + one.amountPaise - one.refundedPaise, 0)
  let tooMuchPaise = atProvider - leftOnlinePaise({ payments })
  // The first is what the order counts.
  for (const { id: providerId, amountPaise } of unknown.slice(1)) {
    // The owner may have refunded one of them by hand.
    if (amountPaise > tooMuchPaise) continue
    tooMuchPaise -= amountPaise
    const second = await addOnlinePayment(tx, orderId, {
      paise: amountPaise,
      cause: 'online',
      returned: 'second',
      status: 'succeeded',
      provider: payment.provider,
      providerId,
      key: `second-${providerId}`,
      reason: 'Came more than once',
      by: 'provider',
      now: shop.clock.now(),
    })
    await requestRefund(shop, tx, second, {
      key: `returned-${second.id}`,
      paise: amountPaise,
      reason: reasons.second,
    })
    const event = `second-${second.id}`
    await queueMail(shop, tx, 'unexpected-payment', event, {
      orderNumber,
      receivedPaise: amountPaise,
      agreedPaise: payment.paise,
      kind: 'second',
    })
  }
}

/** To a customer whose payment came late: the slot is gone, the refund, and other times. */
export const slotGoneMail: MailKind<{ orderId: string }> = async (context, { orderId }) => {
  const { db, shop, publishedCakes } = context
  const order = await findOrder(db, orderId)
  if (!order) throw noOrderToWriteAbout(orderId)
  const pincode = order.isPickup ? null : (splitAddress(order.address)?.pincode ?? '')
  const { byId } = publishedCakes.current()
  const lines = order.items.map((item) =>
    lineAgain(item, item.cakeId === null ? undefined : byId.get(item.cakeId)?.stock),
  )
  const slots = (await nextOpenSlots(context, { pincode, lines, count: 3 })).map(slotText)
  const refund = formatInr(order.chargedPaise)
  const when = deliveryInMail(order)
  return {
    to: order.customerEmail,
    subject: `Order ${order.number}: refunded, your time slot is gone`,
    preview: `We refund ${refund}. Please choose another time.`,
    heading: 'Your time slot is gone',
    parts: [
      `Your payment for order ${order.number} came too late: its place on ${when} is gone. We’re sorry. The order was not placed, and we’re refunding all of ${refund}.`,
      slots.length > 0 && `The next times that are free: ${slots.join('; ')}.`,
      { button: 'Order again', href: cartLink(shop.publicUrl, lines) },
    ],
  }
}

type Bought = 'order' | 'quote' | 'change'

const tooLate: Record<Bought, string> = {
  order: 'when it could no longer be placed',
  quote: 'when its quote was closed or its time slot was full',
  change: 'when it could no longer be changed so, and your order stays as it was',
}

/** To a customer who paid for what could no longer be had. */
export const paymentReturnedMail: MailKind<{
  orderId: string
  amountPaise: Paise
  kind?: Bought
}> = async ({ db, shop }, { orderId, amountPaise, kind = 'quote' }) => {
  const order = await findOrder(db, orderId)
  if (!order) throw noOrderToWriteAbout(orderId)
  const amount = formatInr(amountPaise)
  return {
    to: order.customerEmail,
    subject: `Order ${order.number}: your payment is refunded`,
    preview: `${amount} goes back to you.`,
    heading: 'Your payment is refunded',
    parts: [
      `${greeting(order)} your payment of ${amount} for order ${order.number} came ${tooLate[kind]}. ${refundedText(amountPaise)}`,
      `Still want this ${kind === 'change' ? 'change' : 'cake'}? Call us on ${shop.phone} or reply to this email, and we’ll find a way together.`,
    ],
  }
}

/** To the shop: money came for what was over, of another amount than agreed, or more than once. */
export const unexpectedPaymentMail: MailKind<{
  orderNumber: number
  receivedPaise: Paise
  agreedPaise: Paise
  /** 'second' came for what was paid already. */
  kind?: Bought | 'second'
}> = ({ shop }, { orderNumber, receivedPaise, agreedPaise, kind = 'order' }) => ({
  to: shop.email,
  notice: { event: 'money' },
  subject: `Payment refunded: order ${orderNumber}`,
  preview: `${formatInr(receivedPaise)} came and goes back.`,
  heading: 'A payment that was not expected',
  parts: [
    kind === 'second'
      ? `${formatInr(receivedPaise)} came for order ${orderNumber}, which was paid already: the customer paid more than once. We are refunding what is too much. The order is as it was.`
      : `${formatInr(receivedPaise)} came for ${kind === 'order' ? '' : `a ${kind} of `}order ${orderNumber}, which could no longer be had or was about ${formatInr(agreedPaise)}. We are refunding all of it. The ${kind === 'order' ? 'order was not placed' : 'order is as it was'}.`,
  ],
})
