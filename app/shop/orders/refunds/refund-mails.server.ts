import { z } from 'zod'
import { declareMail, type MailContent } from '#shop/mails/mail-kind.server.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import {
  creditNotesText,
  findOrderForMail,
  greeting,
  toCustomer,
  trackButton,
  trackLinkOf,
} from '../mails/order-mail.server.ts'
import { refundArrives } from '../money/order-money.ts'
import type { Order } from '../order.ts'
import { creditNotesOfEvent } from '../papers/papers.store.server.ts'

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
    return orderRefundedContent({ order, amountPaise, creditNotes, trackLink })
  },
})

interface RefundedOrder {
  order: Pick<Order, 'number' | 'customerName' | 'customerEmail' | 'payments'>
  amountPaise: Paise
  creditNotes: readonly string[]
  trackLink: string
}

export function orderRefundedContent(refunded: RefundedOrder): MailContent {
  const { order, amountPaise, creditNotes, trackLink } = refunded
  const what = `refunded ${formatInr(amountPaise)} for order ${order.number}.`
  return {
    ...toCustomer(order),
    subject: `Refund for your order ${order.number}`,
    preview: `We’ve ${what}`,
    heading: 'Your refund is on its way',
    parts: [
      `${greeting(order)} we’ve ${what} ${refundArrives('you')}`,
      creditNotesText(creditNotes),
      'Questions? Reply to this email or call us.',
      trackButton(trackLink),
    ],
  }
}

const providerRefund = z.object({
  refundId: z.uuid(),
  orderNumber: z.int(),
  amountPaise: z.int(),
})

/** To the shop: the payment provider could not make a refund after all. */
export const refundFailedMail = declareMail({
  name: 'refund-failed',
  cause: 'shop',
  data: providerRefund,
  write: ({ shop }, { orderNumber, amountPaise }) => ({
    to: shop.email,
    subject: `A refund failed: order ${orderNumber}`,
    preview: `${formatInr(amountPaise)} for order ${orderNumber} could not be refunded.`,
    heading: 'A refund failed',
    parts: [
      `The payment provider could not refund ${formatInr(amountPaise)} for order ${orderNumber}. The card may be closed. The money is back with you. Please call the customer and refund it in another way.`,
    ],
  }),
})

/** To the shop: a refund waits, because the balance at the payment provider is too low. */
export const refundDelayedMail = declareMail({
  name: 'refund-delayed',
  cause: 'shop',
  data: providerRefund.extend({ provider: z.string() }),
  write({ shop }, { orderNumber, amountPaise, provider }) {
    const refund = `refund ${formatInr(amountPaise)} of order ${orderNumber}.`
    return {
      to: shop.email,
      subject: `A refund is waiting: order ${orderNumber}`,
      preview: `Your ${provider} balance is too low to ${refund}`,
      heading: 'A refund is waiting',
      parts: [
        `Your balance at ${provider} is too low to ${refund} Please add money in its dashboard, or wait for new payments. We keep trying, so you need not do anything else.`,
      ],
    }
  },
})
