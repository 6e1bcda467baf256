import { z } from 'zod'
import { declareMail } from '#shop/mails/mail-kind.server.ts'
import { formatInr } from '#shop/values/money.ts'

/** Tells the shop of money that came for an order that was over, or of another amount than agreed. */
export const unexpectedPaymentMail = declareMail({
  name: 'unexpected-payment',
  cause: 'shop',
  data: z.object({ orderNumber: z.int(), receivedPaise: z.int(), agreedPaise: z.int() }),
  write: ({ shop }, { orderNumber, receivedPaise, agreedPaise }) => ({
    to: shop.email,
    subject: `Payment refunded: order ${orderNumber}`,
    preview: `${formatInr(receivedPaise)} came and goes back.`,
    heading: 'Money that was not expected',
    parts: [
      `${formatInr(receivedPaise)} came for order ${orderNumber}, which had expired or was about ${formatInr(agreedPaise)}. We are refunding all of it. The order was not placed.`,
    ],
  }),
})
