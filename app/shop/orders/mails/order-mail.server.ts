import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { InlinePicture } from '#platform/mail/mailer.server.ts'
import { contactOf } from '#shop/accounts/accounts.store.server.ts'
import type { Notice, NoticeEvent } from '#shop/mails/notice-events.ts'
import { formatInr } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { greetedName } from '#shop/values/typed/person-name.ts'
import { deliveryDay } from '../delivery/delivery-text.ts'
import { codeToAsk } from '../fulfilment/delivery-code.server.ts'
import { trackingUrl } from '../links/tracking-link.server.ts'
import { duePaise } from '../money/ledger.ts'
import type { Order, OrderItem } from '../order.ts'
import { findPlacedOrder } from '../orders.store.server.ts'

/** Throws if there is no such placed order: that is a bug. */
export async function findOrderForMail(db: Database, orderId: string): Promise<Order> {
  const order = await findPlacedOrder(db, orderId)
  if (!order) throw noOrderToWriteAbout(orderId)
  return order
}

export const noOrderToWriteAbout = (orderId: string) =>
  new Error(`no placed order ${orderId} to write about`)

/** Anybody can ask for a cake with anybody's email. What is agreed was paid or confirmed, or staff took it. */
export function isAgreed({
  charges,
  takenBy,
  state,
}: Pick<Order, 'takenBy' | 'charges' | 'state'>) {
  return takenBy !== null || (state === 'placed' && charges.some(({ line }) => line === 'item'))
}

/** To the customer, of what others can do to them. The owner of a confirmed email has asked themselves. */
export async function toOwner(db: Database, order: Order) {
  const isExpected = isAgreed(order) || (await contactOf(db, order.userId)).emailVerified
  return { to: order.customerEmail, isUnsolicited: !isExpected }
}

/** To the bakery, of what happened to an order. A reply goes to its customer. */
export function toShop(order: Order, { email }: ShopDetails, event: NoticeEvent) {
  const notice: Notice = { event, day: deliveryDay(order) }
  return { to: email, notice, replyTo: order.customerEmail }
}

/** 'Hello Asha,' */
export function greeting({ customerName }: Pick<Order, 'customerName'>): string {
  return `Hello${greetedName(customerName)},`
}

/** 'Thank you, Asha!' */
export function thanks({ customerName }: Pick<Order, 'customerName'>): string {
  const name = greetedName(customerName)
  return `Thank you${name && `,${name}`}!`
}

/** '' if there is none. */
export function creditNotesText(serials: readonly string[]): string {
  if (serials.length === 0) return ''
  const names = serials.length === 1 ? 'Credit note' : 'Credit notes'
  return `${names} ${serials.join(' and ')} for your invoice: see your order.`
}

/** '' if no rider will ask for a code. */
export function codeText(context: AppContext, order: Order): string {
  const code = codeToAsk(context, order)
  return code === null ? '' : `Our rider asks for this code: ${code}.`
}

/** '' if nothing is due. Riders accept UPI as well, couriers nothing. */
export function keepReadyText(order: Order): string {
  const due = duePaise(order)
  if (due <= 0) return ''
  if (order.courier) return `${formatInr(due)} is still to be paid, to us and not to the courier.`
  const how = order.slotStartsAt && !order.isPickup ? 'ready, in cash or UPI' : 'ready in cash'
  return `Please keep ${formatInr(due)} ${how}.`
}

/** Of every mail to a customer: their page of the order, which needs no login. */
export function trackButton(trackLink: string) {
  return { button: 'Track your order', href: trackLink }
}

export function trackLinkOf(context: AppContext, { id }: Pick<Order, 'id'>): Promise<string> {
  return trackingUrl(context, id, 'sender')
}

/** Each picture has about 20 KB, and mail servers reject large mails. */
const maxCakePictures = 10

/**
 * Pictures of the first items with the names piped onto them, by the item's id. Items without a picture are left out.
 */
export async function icedItemPictures(
  files: FileStore,
  items: readonly Pick<OrderItem, 'id' | 'image' | 'bname'>[],
): Promise<Map<string, InlinePicture>> {
  // Loaded when first needed, because the libraries are large.
  const { drawIcedPicture } = await import('#shop/cakes/icing/draw-iced-picture.server.tsx')
  const drawn = new Map<string, InlinePicture>()
  // One after the other, because drawing keeps a core busy.
  for (const { id, image, bname } of items.slice(0, maxCakePictures)) {
    const [address] = image
    const bytes = address ? await drawIcedPicture(files, { address, name: bname }) : null
    const about = { cid: `cake-${id}`, filename: 'cake.jpg', type: 'image/jpeg' }
    if (bytes) drawn.set(id, { ...about, bytes })
  }
  return drawn
}
