import type { ReactElement } from 'react'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type JobHandler } from '#platform/jobs/jobs.server.ts'
import type { Mailer } from '#platform/mail/mailer.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { renderMail } from '#ui/mail-layout.tsx'
import type { Order } from './order.schema.ts'
import { OrderCancelledMail } from './order-cancelled.mail.tsx'
import { mailOrderCancelled, mailOrderPlaced } from './order-mails.jobs.server.ts'
import { OrderPlacedMail } from './order-placed.mail.tsx'
import { findPlacedOrder } from './orders.store.server.ts'

interface OrderMailDeps {
  db: Database
  mailer: Mailer
  shop: ShopDetails
}

/** What sends the mails about orders; one mail per order and occasion, however often a job runs. */
export function orderMailHandlers(deps: OrderMailDeps): JobHandler[] {
  const { shop } = deps
  return [
    handles(mailOrderPlaced, ({ orderId }) =>
      send(deps, orderId, 'order-placed', (order) => ({
        subject: `Your order ${order.number} is placed`,
        mail: <OrderPlacedMail order={order} shop={shop} />,
      })),
    ),
    handles(mailOrderCancelled, ({ orderId }) =>
      send(deps, orderId, 'order-cancelled', (order) => ({
        subject: `Your order ${order.number} is cancelled`,
        mail: <OrderCancelledMail order={order} shop={shop} />,
      })),
    ),
  ]
}

async function send(
  { db, mailer }: OrderMailDeps,
  orderId: string,
  occasion: string,
  compose: (order: Order) => { subject: string; mail: ReactElement },
) {
  const order = await findPlacedOrder(db, orderId)
  if (!order) throw new Error(`no placed order ${orderId} to write about`)
  const { subject, mail } = compose(order)
  const { html, text } = await renderMail(mail)
  await mailer.send({ id: `${occasion}-${orderId}`, to: order.user.email, subject, html, text })
}
