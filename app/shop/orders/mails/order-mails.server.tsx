import type { ReactElement } from 'react'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import { type ComposedMail, type MailComposer, mailComposer } from '#shop/mails/mail-kind.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { icedItemPictures } from '../iced-item-pictures.server.ts'
import type { Order } from '../order.schema.ts'
import { OrderCancelledMail } from '../order-cancelled.mail.tsx'
import { mailOrderCancelled, mailOrderPlaced, mailOrderPrepared } from '../order-mails.server.ts'
import { OrderPlacedMail } from '../order-placed.mail.tsx'
import { OrderPreparedMail } from '../order-prepared.mail.tsx'
import { orderProgress } from '../order-progress.ts'
import { findPlacedOrder } from '../orders.store.server.ts'
import type { OrderMailProps } from './order.mail.tsx'

interface OrderMailDeps {
  db: Database
  files: FileStore
  shop: ShopDetails
}

/** What composes the mails about orders. */
export function orderMailComposers(deps: OrderMailDeps): MailComposer[] {
  return [
    mailComposer(mailOrderPlaced, async ({ orderId }) => {
      const order = await findOrderForMail(deps.db, orderId)
      // Sent late, it would promise what is over; why it is over is told by another mail.
      if (orderProgress(order.order).wanted === 0) return null
      return aboutAll(deps, order, 'placed', OrderPlacedMail)
    }),
    mailComposer(mailOrderCancelled, async ({ orderId }) => {
      const order = await findOrderForMail(deps.db, orderId)
      return aboutAll(deps, order, 'cancelled', OrderCancelledMail)
    }),
    mailComposer(mailOrderPrepared, async ({ orderId }) => {
      const order = await findOrderForMail(deps.db, orderId)
      return aboutAll(deps, order, 'prepared', OrderPreparedMail)
    }),
  ]
}

/** The placed order of a mail; that there is none is a bug. */
export async function findOrderForMail(db: Database, orderId: string): Promise<Order> {
  const order = await findPlacedOrder(db, orderId)
  if (!order) throw new Error(`no placed order ${orderId} to write about`)
  return order
}

/** A mail to whoever ordered. */
export function toCustomer(order: Order, subject: string, mail: ReactElement): ComposedMail {
  return { to: order.user.email, subject, mail }
}

/** A mail about all of an order, with the pictures of what was ordered. */
async function aboutAll(
  { files, shop }: OrderMailDeps,
  order: Order,
  outcome: string,
  write: (props: OrderMailProps) => ReactElement,
): Promise<ComposedMail> {
  const pictures = await icedItemPictures(files, order.order)
  const mail = write({ order, shop, pictures })
  const composed = toCustomer(order, `Your order ${order.number} is ${outcome}`, mail)
  return { ...composed, pictures: [...pictures.values()] }
}
