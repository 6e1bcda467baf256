import { z } from 'zod'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import { findOrderForMail, greeting, toCustomer } from '#shop/orders/mails/order-mail.server.ts'
import { refundedText } from '#shop/orders/money/order-money.ts'
import { formatInr } from '#shop/values/money.ts'

/** To a customer who paid for a quote or a change that could no longer be had. */
export const balanceRefundedMail = declareMail({
  name: 'balance-refunded',
  cause: 'shop',
  data: z.object({ orderId: z.uuid(), amountPaise: z.int(), isChange: z.boolean().default(false) }),
  async write({ db, shop }, { orderId, amountPaise, isChange }) {
    const order = await findOrderForMail(db, orderId)
    return {
      ...toCustomer(order),
      subject: `Order ${order.number}: your payment is refunded`,
      preview: `${formatInr(amountPaise)} goes back to you.`,
      heading: 'Your payment came too late',
      parts: [
        `${greeting(order)} your payment of ${formatInr(amountPaise)} for order ${order.number} came after ${isChange ? 'it could be changed so, and your order stays as it was' : 'its quote was closed or its time slot was full'}. ${refundedText(amountPaise)}`,
        `Still want this ${isChange ? 'change' : 'cake'}? Call us on ${shop.phone} or reply to this email, and we’ll find a way together.`,
      ],
    }
  },
})
