import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { deliveryDay, deliveryInMail, isNearItsTime } from '#shop/orders/delivery/delivery-text.ts'
import {
  failLabels,
  fulfilmentLabels,
  fulfilmentPhrases,
  hasLeft,
  type NotifiedMove,
  notifiedMoves,
  type OrderMove,
  receivedBy,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { giftOf } from '#shop/orders/gift/gift.ts'
import { trackingUrl } from '#shop/orders/links/tracking-link.server.ts'
import {
  codeText,
  findOrderForMail,
  greeting,
  isAgreed,
  keepReadyText,
  trackButton,
  trackLinkOf,
} from '#shop/orders/mails/order-mail.server.tsx'
import { doorPaymentText } from '#shop/orders/money/door-money.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAddressMissing, isAnyMade, locksAt } from '#shop/orders/order-rules.ts'
import { shownCourier } from '#shop/orders/shown-order.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { greetedName, senderName } from '#shop/values/typed/typed.schema.ts'
import { capitalised } from '#shop/values/typed/typed-text.ts'
import { MailLink, type MailPart, MailPicture, MailText } from '#ui/mail-layout.tsx'
import { findMove } from '../handling.store.server.ts'
import { photoForMail } from '../photos/order-photos.server.ts'

const stateAfter = { dispatch: 'out_for_delivery', deliver: 'delivered', fail: 'failed' } as const

/** Whether the mail about a move still holds: in any other state it is not sent. */
function isStillTrue(move: NotifiedMove, { fulfilment }: Pick<Order, 'fulfilment'>): boolean {
  return fulfilment === stateAfter[move] || (move === 'fail' && fulfilment === 'closed')
}

/** In the words of every other place that names the state. What leaves on another day than its own is told without a day. */
function textsOf(move: NotifiedMove, order: Order, now: Date) {
  const state = stateAfter[move]
  const phrase = fulfilmentPhrases[state]
  const when = move === 'dispatch' && isNearItsTime(order, now) ? deliveryInMail(order) : ''
  return {
    heading: fulfilmentLabels[state],
    when,
    subject: (what: string) => capitalised(`${what} ${phrase}`),
    sentence: (what: string) =>
      `${move === 'fail' ? 'we’re sorry: ' : ''}${what} ${phrase}.${when && ` It should arrive on ${when}.`}`,
  }
}

interface AboutMove {
  orderId: string
  moveId: string
  move: NotifiedMove
}

/** To the customer: the order is on its way, has arrived, or could not be delivered, with the photo. */
export const orderMovedMail: MailKind<AboutMove> = async (context, { orderId, moveId, move }) => {
  const { db, shop } = context
  const order = await findOrderForMail(db, orderId)
  if (!isStillTrue(move, order)) return null
  const { subject, heading, sentence } = textsOf(move, order, context.clock.now())
  const detail = receivedBy((await findMove(db, moveId))?.detail ?? '', order)
  // This mail goes to the sender, so a surprise stays one.
  const photo = move === 'deliver' ? await photoForMail(context, orderId) : null
  const picture = { cid: 'photo', filename: 'photo.jpg', type: 'image/jpeg' }
  const alt = photo?.isAtDoor ? 'Your order, at the door' : 'Your order, before it left'
  return {
    to: order.customerEmail,
    subject: subject(`your order ${order.number}`),
    pictures: photo ? [{ ...picture, bytes: photo.bytes }] : undefined,
    preview: `Order ${order.number}: ${heading.toLowerCase()}.`,
    heading,
    parts: [
      `${greeting(order)} ${sentence(`order ${order.number}`)}`,
      ...(detail ? [move === 'fail' ? 'What happened:' : 'Handed to:', { userText: detail }] : []),
      ...(move === 'deliver' ? paidParts(doorPaymentText(order), shop.phone) : []),
      photo && <MailPicture key="photo" cid={picture.cid} alt={alt} />,
      ...(move === 'dispatch' ? courierParts(order) : []),
      move === 'dispatch' && codeText(context, order),
      move === 'dispatch' && keepReadyText(order),
      move === 'deliver' && 'We hope everybody loves it. Thank you for ordering with us!',
      move === 'fail' &&
        `We’ll try to reach you. You can also call us on ${shop.phone} and we will help.`,
      trackButton(await trackLinkOf(context, order)),
    ],
  }
}

function courierParts(order: Order): MailPart[] {
  const courier = shownCourier(order)
  if (!courier) return []
  const { name, link } = courier
  return [
    'A courier brings it:',
    { userText: name },
    link && (
      <MailText key="courier">
        <MailLink href={link}>See where it is</MailLink>
      </MailText>
    ),
  ].filter((part) => part !== '')
}

function paidParts(userText: string, phone: string) {
  if (userText === '') return []
  return [
    'Paid at the door:',
    { userText },
    `If it was paid in another way, or another amount, please call us on ${phone}.`,
  ]
}

/** To the shop, which has to decide what becomes of the order. */
export const deliveryFailedMail: MailKind<Omit<AboutMove, 'move'>> = async (
  { db, shop },
  { orderId, moveId },
) => {
  const order = await findOrderForMail(db, orderId)
  const { number, fulfilment } = order
  if (fulfilment !== 'failed') return null
  const reason = (await findMove(db, moveId))?.reason
  const news = `Order ${number} ${fulfilmentPhrases.failed}${reason ? `: ${failLabels[reason].toLowerCase()}` : ''}.`
  return {
    to: shop.email,
    notice: { event: 'delivery', day: deliveryDay(order) },
    subject: `${fulfilmentLabels.failed}: order ${number}`,
    preview: news,
    heading: fulfilmentLabels.failed,
    parts: [
      `${news} Call the customer, then send it out again or close it.`,
      { button: `Open order ${number}`, href: `${shop.publicUrl}/admin/orders/${number}` },
    ],
  }
}

/** To the recipient: where the order is and when it comes, without cake, price, message or number. */
export const recipientMovedMail: MailKind<AboutMove> = async (context, { orderId, move }) => {
  const { db, shop } = context
  const order = await findOrderForMail(db, orderId)
  const { recipient } = giftOf(order)
  if (!recipient?.email || !isStillTrue(move, order)) return null
  const { subject, heading, sentence, when } = textsOf(move, order, context.clock.now())
  const what = `something sweet from ${shop.name} (ordered by ${senderName(order)})`
  return {
    to: recipient.email,
    subject: subject('something sweet'),
    preview: `${heading}${when && `: ${when}`}.`,
    heading,
    parts: [
      `Hello${greetedName(recipient.name)}, ${sentence(what)}`,
      ...(move === 'dispatch' ? courierParts(order) : []),
      move === 'dispatch' && codeText(context, order),
      move === 'fail' && `Call us on ${shop.phone} and we will help.`,
      { button: 'Track order', href: await trackingUrl(context, orderId, 'recipient') },
    ],
  }
}

/** To the recipient, unless it is a surprise: something is coming. Requests the address if it is missing. */
export const recipientAwaitsMail: MailKind<{ orderId: string }> = async (context, { orderId }) => {
  const { db, shop } = context
  const order = await findOrderForMail(db, orderId)
  const { recipient } = giftOf(order)
  const isCancelled = !isAnyMade(order)
  if (!recipient?.email || isCancelled || hasLeft(order.fulfilment)) return null
  const when = deliveryInMail(order)
  const knowsAddress = !isAddressMissing(order)
  return {
    to: recipient.email,
    isUnsolicited: !isAgreed(order),
    subject: 'Something sweet is coming',
    preview: `${shop.name} delivers on ${when}.`,
    parts: [
      `Hello${greetedName(recipient.name)}, ${senderName(order)} has ordered something for you at ${shop.name}. We plan to bring it on ${when}.`,
      knowsAddress
        ? codeText(context, order)
        : `We don’t know your address yet. Please tell us where to bring it, by ${formatDateTime(locksAt(order))}.`,
      {
        button: knowsAddress ? 'Track order' : 'Tell us your address',
        href: await trackingUrl(context, orderId, 'recipient'),
      },
    ],
  }
}

/** Queues the mail to the recipient once it is agreed what is made, once for each order; not for a surprise. */
export async function queueRecipientAwaitsMail(
  deps: AppContext,
  tx: Database,
  { id: orderId, recipientEmail, isSurprise }: Order,
) {
  if (recipientEmail && !isSurprise) {
    await queueMail(deps, tx, 'recipient-awaits', orderId, { orderId })
  }
}

/**
 * Queues the mails about a move: to the customer, to the recipient if there is an address, and to the shop if the delivery
 * failed. They start when the order is out for delivery, so a surprise stays one. Other channels belong here too.
 */
export async function queueMoveMails(
  deps: AppContext,
  tx: Database,
  order: Pick<Order, 'id' | 'recipientEmail'>,
  made: { id: string; move: OrderMove },
) {
  const move = notifiedMoves.find((one) => one === made.move)
  if (!move) return
  const about = { orderId: order.id, moveId: made.id, move }
  await queueMail(deps, tx, 'order-moved', made.id, about)
  if (move === 'fail') {
    await queueMail(deps, tx, 'delivery-failed', made.id, about)
  }
  if (order.recipientEmail) {
    await queueMail(deps, tx, 'recipient-moved', made.id, about)
  }
}
