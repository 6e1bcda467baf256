import type { ReactElement } from 'react'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { type ComposedMail, composes, type MailComposer } from '#shop/mails/mail-kind.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { icedItemPictures } from './iced-item-pictures.server.ts'
import type { Order } from './order.schema.ts'
import { OrderCancelledMail } from './order-cancelled.mail.tsx'
import { mailOrderCancelled, mailOrderPlaced, mailOrderPrepared } from './order-mails.server.ts'
import { OrderPlacedMail } from './order-placed.mail.tsx'
import { OrderPreparedMail } from './order-prepared.mail.tsx'
import { findPlacedOrder } from './orders.store.server.ts'

/** What composes the mails about orders. */
export function orderMailComposers(deps: {
  db: Database
  files: FileStore
  shop: ShopDetails
}): MailComposer[] {
  const { db, files, shop } = deps
  return [
    composes(mailOrderPlaced, async ({ orderId }) => {
      const order = await orderToWriteAbout(db, orderId)
      const pictures = await icedItemPictures(files, order.order)
      const mail = <OrderPlacedMail order={order} shop={shop} pictures={pictures} />
      const composed = toCustomer(order, `Your order ${order.number} is placed`, mail)
      return { ...composed, pictures: [...pictures.values()] }
    }),
    composes(mailOrderCancelled, async ({ orderId }) => {
      const order = await orderToWriteAbout(db, orderId)
      const mail = <OrderCancelledMail order={order} shop={shop} />
      return toCustomer(order, `Your order ${order.number} is cancelled`, mail)
    }),
    composes(mailOrderPrepared, async ({ orderId }) => {
      const order = await orderToWriteAbout(db, orderId)
      const mail = <OrderPreparedMail order={order} shop={shop} />
      return toCustomer(order, `Your order ${order.number} is prepared`, mail)
    }),
  ]
}

/** The placed order of a mail; that there is none is a bug. */
export async function orderToWriteAbout(db: Database, orderId: string): Promise<Order> {
  const order = await findPlacedOrder(db, orderId)
  if (!order) throw new Error(`no placed order ${orderId} to write about`)
  return order
}

/** A mail to whoever ordered. */
export function toCustomer(order: Order, subject: string, mail: ReactElement): ComposedMail {
  return { to: order.user.email, subject, mail }
}
