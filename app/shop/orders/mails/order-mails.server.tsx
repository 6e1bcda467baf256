import type { ReactElement } from 'react'
import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { InlinePicture } from '#platform/mail/mailer.server.ts'
import type { TokenSigner } from '#platform/secrets.server.ts'
import {
  type ComposedMail,
  type MailComposer,
  type MailKind,
  mailComposer,
} from '#shop/mails/mail-kind.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { keepOrderLink } from '../guest/keep-order.server.ts'
import { isGuestOrder } from '../guest/keep-order.store.server.ts'
import type { Order, OrderItem } from '../order.schema.ts'
import { isAnyMade } from '../order-status.ts'
import { findPlacedOrder } from '../orders.store.server.ts'
import {
  OrderCancelledMail,
  type OrderMailProps,
  OrderPlacedMail,
  OrderPreparedMail,
} from './order.mail.tsx'

const aboutAnOrder = z.object({ orderId: z.uuid() })
const eventId = ({ orderId }: z.output<typeof aboutAnOrder>) => orderId

/** Tells the customer that the order is placed, with its items and total. */
export const orderPlacedMail = {
  name: 'order-placed',
  cause: 'anyone',
  data: aboutAnOrder,
  eventId,
} satisfies MailKind<typeof aboutAnOrder>

const aboutCancelling = aboutAnOrder.extend({ reason: z.string().optional() })

/** Tells the customer that the order is cancelled, why if the shop said it, and what is refunded. */
export const orderCancelledMail = {
  name: 'order-cancelled',
  cause: 'anyone',
  data: aboutCancelling,
  eventId,
} satisfies MailKind<typeof aboutCancelling>

const aboutPreparedItems = z.object({ orderId: z.uuid(), items: z.int().positive() })

/** Tells the customer that every item is prepared; `items` says how many there are. */
export const orderPreparedMail = {
  name: 'order-prepared',
  cause: 'anyone',
  data: aboutPreparedItems,
  eventId: ({ orderId, items }) => `${orderId}-${items}`,
} satisfies MailKind<typeof aboutPreparedItems>

export interface OrderMailDeps {
  db: Database
  files: FileStore
  shop: ShopDetails
  /** Where a placed order is followed, by its customer or by whom it is for. */
  trackingUrl(orderId: string, audience: 'sender' | 'recipient'): Promise<string>
  keepOrderTokens: TokenSigner
  /** The serials of an order's credit notes. */
  creditNotesOf(db: Database, orderId: string): Promise<string[]>
}

/** What composes the mails about orders. */
export function orderMailComposers(deps: OrderMailDeps): MailComposer[] {
  return [
    mailComposer(orderPlacedMail, async ({ orderId }) => {
      const order = await findOrderForMail(deps.db, orderId)
      // Sent late, it would promise what is no longer true. Another mail says why.
      if (!isAnyMade(order.order)) return null
      const link = await deps.trackingUrl(orderId, 'sender')
      const isGuests = await isGuestOrder(deps.db, orderId)
      const keepLink = isGuests ? keepOrderLink(deps, orderId) : undefined
      return aboutAll(deps, order, 'placed', (props) => (
        <OrderPlacedMail {...props} link={link} keepLink={keepLink} />
      ))
    }),
    mailComposer(orderCancelledMail, async ({ orderId, reason }) => {
      const order = await findOrderForMail(deps.db, orderId)
      const creditNotes = await deps.creditNotesOf(deps.db, orderId)
      return aboutAll(deps, order, 'cancelled', (props) =>
        OrderCancelledMail({ ...props, reason, creditNotes }),
      )
    }),
    mailComposer(orderPreparedMail, async ({ orderId }) => {
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

/** A mail to the customer of an order. */
export function mailToCustomer(order: Order, subject: string, mail: ReactElement): ComposedMail {
  return { to: order.user.email, subject, mail, isExpected: order.paidByCard > 0 }
}

/** A mail about all of an order, with the pictures of what was ordered. */
async function aboutAll(
  { files, shop }: Pick<OrderMailDeps, 'files' | 'shop'>,
  order: Order,
  outcome: string,
  write: (props: OrderMailProps) => ReactElement,
): Promise<ComposedMail> {
  const pictures = await icedItemPictures(files, order.order)
  const mail = write({ order, shop, pictures })
  const composed = mailToCustomer(order, `Your order ${order.number} is ${outcome}`, mail)
  return { ...composed, pictures: [...pictures.values()] }
}

/** The most pictures in one mail: each has about 20 KB, and mail servers reject large mails. */
const maxCakePictures = 10

/**
 * Pictures of the first items with the names piped onto them, for a mail, by the item's id. Of an item without a picture
 * there is none.
 */
export async function icedItemPictures(
  files: FileStore,
  items: readonly Pick<OrderItem, 'id' | 'image' | 'bname'>[],
): Promise<Map<string, InlinePicture>> {
  // The libraries that draw take their time and memory: only once something is drawn.
  const { drawIcedPicture } = await import('#shop/icing/draw-iced-picture.server.tsx')
  const drawn = new Map<string, InlinePicture>()
  // One after the other: drawing one keeps a core busy.
  for (const { id, image, bname } of items.slice(0, maxCakePictures)) {
    const [address] = image
    const bytes = address ? await drawIcedPicture(files, { address, name: bname }) : null
    const about = { cid: `cake-${id}`, filename: 'cake.jpg', type: 'image/jpeg' }
    if (bytes) drawn.set(id, { ...about, bytes })
  }
  return drawn
}
