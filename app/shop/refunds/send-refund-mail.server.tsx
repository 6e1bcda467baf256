import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import type { Mailer } from '#platform/mail/mailer.server.ts'
import { findPlacedOrder } from '#shop/orders/orders.store.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { renderMail } from '#ui/mail-layout.tsx'
import { OrderRefundedMail } from './order-refunded.mail.tsx'

/** Tells the customer of one refund; `key` is the refund's own, so that there is one mail of it however often this runs. */
export const mailOrderRefunded = {
  name: 'mail-order-refunded',
  data: z.object({ orderId: z.uuid(), amountPaise: z.int().positive(), key: z.uuid() }),
  retryLimit: 10,
} satisfies Job

export function refundMailHandler({
  db,
  mailer,
  shop,
}: {
  db: Database
  mailer: Mailer
  shop: ShopDetails
}): JobHandler {
  return handles(mailOrderRefunded, async ({ orderId, amountPaise, key }) => {
    const order = await findPlacedOrder(db, orderId)
    if (!order) throw new Error(`no placed order ${orderId} to write about`)
    const mail = <OrderRefundedMail order={order} amountPaise={amountPaise} shop={shop} />
    const subject = `Money back for your order ${order.number}`
    const { html, text } = await renderMail(mail)
    await mailer.send({ id: `order-refunded-${key}`, to: order.user.email, subject, html, text })
  })
}
