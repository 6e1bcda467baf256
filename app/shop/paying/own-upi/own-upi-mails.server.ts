import type { AppContext } from '#app/context.server.ts'
import type { MailKind } from '#shop/mails/mail-kind.server.ts'
import { greeting, noOrderToWriteAbout, toOwner } from '#shop/orders/mails/order-mail.server.ts'
import { payUntil } from '#shop/orders/money/ledger.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'

interface AboutPayment {
  orderId: string
  paymentId: string
}

async function find({ db }: AppContext, { orderId, paymentId }: AboutPayment) {
  const order = await findOrder(db, orderId)
  const payment = order?.payments.find(({ id }) => id === paymentId)
  if (!order || !payment) throw noOrderToWriteAbout(orderId)
  return { order, payment, amount: formatInr(payment.paise), by: formatDateTime(payUntil(payment)) }
}

/** To the shop: a customer says that they paid. Null once it is found. */
export const upiClaimedMail: MailKind<AboutPayment> = async (context, about) => {
  const { order, payment, amount, by } = await find(context, about)
  if (payment.status !== 'started') return null
  const { shop } = context
  return {
    to: shop.email,
    notice: { event: 'money' },
    subject: `Order ${order.number}: did ${amount} come by UPI?`,
    preview: `Look by ${by}.`,
    parts: [
      `The customer says that ${amount} for order ${order.number} is paid to your UPI id${payment.claimed && `, with the reference ${payment.claimed}`}. That proves nothing: look in your bank’s app, and say on the order’s page what you find, by ${by}. Otherwise it ends unpaid, and we mail the customer.`,
      { button: 'Open the order', href: `${shop.publicUrl}/admin/orders/${order.number}` },
    ],
  }
}

const notDone = {
  order: 'so your order was not placed',
  quote: 'so this payment accepted no quote',
  change: 'so your order stays as it was',
}

/** To a customer whose payment nobody has found in time. Null if it was found after all. */
export const upiNotFoundMail: MailKind<AboutPayment> = async (context, about) => {
  const { order, payment, amount, by } = await find(context, about)
  if (payment.status !== 'cancelled') return null
  return {
    ...(await toOwner(context.db, order)),
    subject: `Order ${order.number}: we have not found ${amount}`,
    preview: `No payment of ${amount} came in time.`,
    heading: 'We have not found your payment',
    parts: [
      `${greeting(order)} we looked for ${amount} by UPI for order ${order.number} until ${by} and have not found it, ${notDone[payment.buys?.kind ?? 'order']}.`,
      `Did you pay? Reply with the reference number of 12 digits from your UPI app, or call us on ${context.shop.phone}. We look again, and send back what came. Otherwise you need not do anything.`,
    ],
  }
}
