import { z } from 'zod'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import { findOrderForMail, greeting, toCustomer } from '#shop/orders/mails/order-mail.server.ts'
import { refundedText } from '#shop/orders/money/order-money.ts'
import { formatInr } from '#shop/values/money.ts'

/** To a customer who paid for a quote that could no longer be accepted. */
export const balanceRefundedMail = declareMail({
  name: 'balance-refunded',
  cause: 'shop',
  data: z.object({ orderId: z.uuid(), amountPaise: z.int() }),
  async write({ db, shop }, { orderId, amountPaise }) {
    const order = await findOrderForMail(db, orderId)
    return {
      ...toCustomer(order),
      replyTo: shop.email,
      subject: `Order ${order.number}: your payment is refunded`,
      preview: `${formatInr(amountPaise)} goes back to you.`,
      heading: 'Your payment came too late',
      parts: [
        `${greeting(order)} your payment of ${formatInr(amountPaise)} for order ${order.number} came after its quote was closed or its time slot was full. ${refundedText(amountPaise)}`,
        `Still want this cake? Call us on ${shop.phone} or reply to this email, and we’ll find a way together.`,
      ],
    }
  },
})
