import type { MailKind } from '#shop/mails/mail-kind.server.ts'
import { findDashboard } from '#shop/orders/disputes/dispute-status.ts'
import {
  creditNotesText,
  findOrderForMail,
  greeting,
  trackButton,
  trackLinkOf,
} from '#shop/orders/mails/order-mail.server.tsx'
import { refundArrives } from '#shop/orders/money/order-money.ts'
import type { OrderPayment } from '#shop/orders/order.ts'
import { creditNotesOfEvent } from '#shop/papers/papers.store.server.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'

/** To the customer. The reason is left out: it is for the shop's own records. */
export const orderRefundedMail: MailKind<{
  orderId: string
  amountPaise: Paise
  /** The refund's key: one mail for each. */
  key: string
}> = async (context, { orderId, amountPaise, key }) => {
  const order = await findOrderForMail(context.db, orderId)
  const refund = order.payments.find((payment) => payment.key === key)
  const what = `refunded ${formatInr(amountPaise)} for order ${order.number}${wayOf(refund)}.`
  const isOnItsWay = !refund || refund.method === 'provider'
  return {
    to: order.customerEmail,
    subject: `Refund for your order ${order.number}`,
    preview: `We’ve ${what}`,
    heading: isOnItsWay ? 'Your refund is on its way' : 'Your refund',
    parts: [
      `${greeting(order)} we’ve ${what}${isOnItsWay ? ` ${refundArrives('you')}` : ''}`,
      creditNotesText(await creditNotesOfEvent(context.db, { orderId, event: key })),
      'Questions? Reply to this email or call us.',
      trackButton(await trackLinkOf(context, order)),
    ],
  }
}

function wayOf(refund: OrderPayment | undefined): string {
  if (refund?.method === 'cash') return ', in cash'
  return refund?.method === 'upi' ? `, by UPI with the reference ${refund.reference}` : ''
}

interface ProviderRefund {
  orderNumber: number
  amountPaise: Paise
  provider: string
  /** Why it was refused; '' if the provider gave no reason, or the refund came back. */
  sentence?: string
}

/** To the shop: the payment provider refused a refund, or could not make it after all. */
export const refundFailedMail: MailKind<Omit<ProviderRefund, 'provider'>> = ({ shop }, failed) => {
  const { orderNumber, amountPaise, sentence } = failed
  const refund = `${formatInr(amountPaise)} for order ${orderNumber}`
  return {
    to: shop.email,
    notice: { event: 'money' },
    subject: `A refund failed: order ${orderNumber}`,
    preview: `${refund} could not be refunded.`,
    heading: 'A refund failed',
    parts: sentence
      ? [
          `The payment provider refuses to refund ${refund}. It says:`,
          { userText: sentence },
          'The money is still with you, and we will not try again. Please call the customer and refund it in another way, such as by UPI. If you refund it in the provider’s dashboard, the order will show it by itself.',
        ]
      : [
          `The payment provider could not refund ${refund}. The card may be closed. The money is back with you. Please call the customer and refund it in another way.`,
        ],
  }
}

/** To the shop: a refund was made in the provider's dashboard, and the order has it now. */
export const refundAdoptedMail: MailKind<ProviderRefund> = ({ shop }, adopted) => {
  const { orderNumber, amountPaise, provider } = adopted
  const where = `the dashboard of ${findDashboard(provider).name}`
  const refund = `${formatInr(amountPaise)} of order ${orderNumber}`
  return {
    to: shop.email,
    notice: { event: 'money' },
    subject: `Refund in the dashboard: order ${orderNumber}`,
    preview: `${refund} went back.`,
    heading: 'A refund was made outside the shop',
    parts: [
      `${refund} was refunded in ${where}. The order shows it now, with a credit note for what was still charged. We have not written to the customer.`,
      'You need not do anything. Next time refund on the order’s page: then the customer hears of it, too.',
    ],
  }
}

/** To the shop: a refund waits, mostly because the balance at the payment provider is too low. */
export const refundDelayedMail: MailKind<ProviderRefund> = ({ shop }, delayed) => {
  const { orderNumber, amountPaise, provider, sentence = '' } = delayed
  const refund = `${formatInr(amountPaise)} of order ${orderNumber}`
  return {
    to: shop.email,
    notice: { event: 'money' },
    subject: `A refund is waiting: order ${orderNumber}`,
    preview: `${refund} could not be refunded yet.`,
    heading: 'A refund is waiting',
    parts: [
      `${findDashboard(provider).name} could not refund ${refund} yet.${sentence && ' It says:'}`,
      sentence ? { userText: sentence } : '',
      'Mostly your balance there is too low: add money in the dashboard, or wait for new payments. We keep trying, so you need not do anything else.',
    ],
  }
}
