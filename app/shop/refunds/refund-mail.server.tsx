import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { type MailComposer, type MailKind, mailComposer } from '#shop/mails/mail-kind.server.ts'
import { findOrderForMail, toCustomer } from '#shop/orders/mails/order-mails.server.tsx'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { OrderRefundedMail } from './order-refunded.mail.tsx'

const aboutARefund = z.object({
  orderId: z.uuid(),
  amountPaise: z.int().positive(),
  key: z.uuid(),
})

/** Tells the customer of one refund; `key` is the refund's own, so there is one mail of each. */
export const mailOrderRefunded = {
  name: 'order-refunded',
  data: aboutARefund,
  eventId: ({ key }) => key,
} satisfies MailKind<typeof aboutARefund>

export function refundMailComposer({
  db,
  shop,
}: {
  db: Database
  shop: ShopDetails
}): MailComposer {
  return mailComposer(mailOrderRefunded, async ({ orderId, amountPaise }) => {
    const order = await findOrderForMail(db, orderId)
    const mail = <OrderRefundedMail order={order} amountPaise={amountPaise} shop={shop} />
    return toCustomer(order, `Money back for your order ${order.number}`, mail)
  })
}
