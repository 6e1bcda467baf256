import { z } from 'zod'
import { declareMail, type MailContent } from '#shop/mails/mail-kind.server.ts'
import { findDashboard } from '#shop/orders/disputes/dispute-status.ts'
import {
  creditNotesText,
  findOrderForMail,
  greeting,
  toCustomer,
  trackButton,
  trackLinkOf,
} from '#shop/orders/mails/order-mail.server.ts'
import { refundArrives } from '#shop/orders/money/order-money.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { creditNotesOfEvent } from '#shop/papers/papers.store.server.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'

/** To the customer. The reason is left out: it is for the shop's own records. */
export const orderRefundedMail = declareMail({
  name: 'order-refunded',
  cause: 'recipient',
  data: z.object({
    orderId: z.uuid(),
    amountPaise: z.int().positive(),
    /** The refund's key: one mail for each. */
    key: z.uuid(),
  }),
  async write(context, { orderId, amountPaise, key }) {
    const { db } = context
    const order = await findOrderForMail(db, orderId)
    const trackLink = await trackLinkOf(context, order)
    const creditNotes = await creditNotesOfEvent(db, { orderId, event: key })
    const refund = order.payments.find((payment) => payment.key === key)
    return orderRefundedContent({ order, amountPaise, refund, creditNotes, trackLink })
  },
})

interface RefundedOrder {
  order: Order
  amountPaise: Paise
  /** Its first row; left out if there is none any more. */
  refund?: Pick<OrderPayment, 'method' | 'reference'>
  creditNotes: readonly string[]
  trackLink: string
}

export function orderRefundedContent(refunded: RefundedOrder): MailContent {
  const { order, amountPaise, refund, creditNotes, trackLink } = refunded
  const what = `refunded ${formatInr(amountPaise)} for order ${order.number}${wayOf(refund)}.`
  const isOnItsWay = !refund || refund.method === 'provider'
  return {
    ...toCustomer(order),
    subject: `Refund for your order ${order.number}`,
    preview: `We’ve ${what}`,
    heading: isOnItsWay ? 'Your refund is on its way' : 'Your refund',
    parts: [
      `${greeting(order)} we’ve ${what}${isOnItsWay ? ` ${refundArrives('you')}` : ''}`,
      creditNotesText(creditNotes),
      'Questions? Reply to this email or call us.',
      trackButton(trackLink),
    ],
  }
}

function wayOf(refund: RefundedOrder['refund']): string {
  if (refund?.method === 'cash') return ', in cash'
  return refund?.method === 'upi' ? `, by UPI with the reference ${refund.reference}` : ''
}

const providerRefund = z.object({
  refundId: z.uuid(),
  orderNumber: z.int(),
  amountPaise: z.int(),
})

/** To the shop: the payment provider refused a refund, or could not make it after all. */
export const refundFailedMail = declareMail({
  name: 'refund-failed',
  cause: 'shop',
  data: providerRefund.extend({
    /** Why it was refused; '' if it was made and came back. */
    sentence: z.string().default(''),
  }),
  write({ shop }, { orderNumber, amountPaise, sentence }) {
    const refund = `${formatInr(amountPaise)} for order ${orderNumber}`
    return {
      to: shop.email,
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
  },
})

/** To the shop: a refund was made in the provider's dashboard, and the order has it now. */
export const refundAdoptedMail = declareMail({
  name: 'refund-adopted',
  cause: 'shop',
  data: providerRefund.omit({ refundId: true }).extend({ provider: z.string() }),
  write({ shop }, { orderNumber, amountPaise, provider }) {
    const where = `the dashboard of ${findDashboard(provider).name}`
    const refund = `${formatInr(amountPaise)} of order ${orderNumber}`
    return {
      to: shop.email,
      subject: `Refund in the dashboard: order ${orderNumber}`,
      preview: `${refund} went back.`,
      heading: 'A refund was made outside the shop',
      parts: [
        `${refund} was refunded in ${where}. The order shows it now, with a credit note for what was still charged. We have not written to the customer.`,
        'You need not do anything. Next time refund on the order’s page: then the customer hears of it, too.',
      ],
    }
  },
})

/** To the shop: a refund waits, mostly because the balance at the payment provider is too low. */
export const refundDelayedMail = declareMail({
  name: 'refund-delayed',
  cause: 'shop',
  data: providerRefund.extend({ provider: z.string(), sentence: z.string().default('') }),
  write({ shop }, { orderNumber, amountPaise, provider, sentence }) {
    const refund = `${formatInr(amountPaise)} of order ${orderNumber}`
    return {
      to: shop.email,
      subject: `A refund is waiting: order ${orderNumber}`,
      preview: `${refund} could not be refunded yet.`,
      heading: 'A refund is waiting',
      parts: [
        `${findDashboard(provider).name} could not refund ${refund} yet.${sentence && ' It says:'}`,
        sentence ? { userText: sentence } : '',
        'Mostly your balance there is too low: add money in the dashboard, or wait for new payments. We keep trying, so you need not do anything else.',
      ],
    }
  },
})
