import type { AppContext } from '#app/context.server.ts'
import { readFoodFacts } from '#shop/cakes/cakes.store.server.ts'
import type { FoodFacts } from '#shop/cakes/food/food-facts.ts'
import { cakesText } from '#shop/cart/cart-line.ts'
import { customPaymentText } from '#shop/cart/price-texts.ts'
import type { MailContent, MailKind } from '#shop/mails/mail-kind.server.ts'
import { hasAllergy } from '#shop/orders/allergy.ts'
import { deliveryInMail, deliveryText, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { giftFacts, giftOf } from '#shop/orders/gift/gift.ts'
import { keepOrderLink } from '#shop/orders/guest/keep-order.server.ts'
import { trackingUrl, trackingUrlOf } from '#shop/orders/links/tracking-link.server.ts'
import { findLinkedOrder } from '#shop/orders/links/tracking-links.store.server.ts'
import {
  codeText,
  creditNotesText,
  findOrderForMail,
  greeting,
  type ItemPictures,
  icedItemPictures,
  keepReadyText,
  noOrderToWriteAbout,
  OrderMailItems,
  thanks,
  toOwner,
  toShop,
  trackButton,
  trackLinkOf,
} from '#shop/orders/mails/order-mail.server.tsx'
import { whyPaidAhead } from '#shop/orders/money/cash-on-delivery.store.server.ts'
import { counts, duePaise, failedRefundPaise, refundedPaise } from '#shop/orders/money/ledger.ts'
import { failedRefundText, owedText, refundedText } from '#shop/orders/money/order-money.ts'
import type { Order } from '#shop/orders/order.ts'
import { awaitsAnyPrice, isAddressMissing, isAnyMade, locksAt } from '#shop/orders/order-rules.ts'
import { creditNotesOf } from '#shop/papers/papers.store.server.ts'
import { addressText } from '#shop/values/india-address.ts'
import { formatDateTime } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { MailLink, type MailPart, MailText } from '#ui/mail-layout.tsx'

/** To the customer: the order is placed, with its items and total. */
export const orderPlacedMail: MailKind<{ orderId: string }> = async (context, { orderId }) => {
  const audience = 'sender' as const
  const linked = await findLinkedOrder(context.db, orderId, audience)
  if (!linked) throw noOrderToWriteAbout(orderId)
  const { order, version, isGuests } = linked
  // A cancelled order would make this mail untrue. Another mail explains the cancellation.
  if (!isAnyMade(order)) return null
  const trackLink = trackingUrlOf(context, { orderId, audience, version })
  const keepLink = isGuests ? keepOrderLink(context, orderId) : undefined
  const code = codeText(context, order)
  const shareLink = isAddressMissing(order)
    ? await trackingUrl(context, orderId, 'recipient')
    : undefined
  const custom = awaitsAnyPrice(order)
    ? customPaymentText({
        isAhead: (await whyPaidAhead(context, context.db, order)) !== null,
        depositPercent: context.shop.depositPercent,
        atDoor: `in cash ${deliveryWords(order).cash}`,
      })
    : ''
  const more = { keepLink, code, shareLink, custom }
  return aboutAll(context, order, (mail) => orderPlacedContent({ ...mail, ...more }), trackLink)
}
orderPlacedMail.tells = 'new-order'

/** To the shop: an order is placed, with all that the bakery needs to know of it. */
export const newOrderMail: MailKind<{ orderId: string }> = async ({ db, shop }, { orderId }) => {
  const order = await findOrderForMail(db, orderId)
  if (!isAnyMade(order)) return null
  const { number } = order
  const when = deliveryText(order)
  return {
    ...toShop(order, shop, 'order'),
    subject: `New order ${number}: ${when}`,
    preview: `${cakesText(order.items)}. ${toPayText(order)}`,
    heading: 'A new order',
    parts: [
      `${deliveryWords(order).what}: ${when}. ${toPayText(order)}`,
      ...wholeOrderParts(order, shop),
    ],
  }
}

/** To the customer: the order is cancelled, why if the shop gave a reason, and what is refunded. */
export const orderCancelledMail: MailKind<{
  orderId: string
  reason?: string
  /** Mails queued before this was said do not say it. */
  byShop?: boolean
}> = async (context, { orderId, reason }) => {
  const order = await findOrderForMail(context.db, orderId)
  const creditNotes = await creditNotesOf(context.db, orderId)
  return aboutAll(context, order, (mail) => orderCancelledContent({ ...mail, reason, creditNotes }))
}
orderCancelledMail.tells = 'cancelled-order'

/** To the shop: its customer has cancelled an order. */
export const cancelledOrderMail: MailKind<{
  orderId: string
  reason?: string
  byShop?: boolean
}> = async ({ db, shop }, { orderId, reason, byShop = reason !== undefined }) => {
  if (byShop) return null
  const order = await findOrderForMail(db, orderId)
  const news = `The customer has cancelled order ${order.number} for ${deliveryText(order)}: ${cakesText(order.items)}.`
  return {
    ...toShop(order, shop, 'change'),
    subject: `Order ${order.number} is cancelled`,
    preview: news,
    heading: 'An order is cancelled',
    parts: [`${news} Do not bake it.`, orderButton(order, shop)],
  }
}

/** To the customer: every item is prepared. */
export const orderPreparedMail: MailKind<{ orderId: string }> = async (context, { orderId }) => {
  const order = await findOrderForMail(context.db, orderId)
  return { ...(await aboutAll(context, order, orderPreparedContent)), isUnsolicited: false }
}

async function aboutAll(
  context: AppContext,
  order: Order,
  write: (mail: WholeOrder) => MailContent,
  knownLink?: string,
): Promise<MailContent> {
  const { db, files, shop } = context
  const pictures = await icedItemPictures(files, order.items)
  const foodFacts = await readFoodFacts(context, order.items)
  const trackLink = knownLink ?? (await trackLinkOf(context, order))
  return {
    ...write({ order, shop, pictures, foodFacts, trackLink }),
    ...(await toOwner(db, order)),
    pictures: [...pictures.values()],
  }
}

interface WholeOrder {
  order: Order
  shop: ShopDetails
  /** With the names in icing. */
  pictures: ItemPictures
  /** By the ids of the cakes. */
  foodFacts: ReadonlyMap<string | null, FoodFacts>
  trackLink: string
}

interface PlacedOrder extends WholeOrder {
  /** The guest's link to move the order to an account; left out if an account has it. */
  keepLink?: string
  /** A sentence; '' if nobody asks for a code. */
  code: string
  /** The recipient's, if they are to say where they are. */
  shareLink?: string
  /** How a customised cake is paid; '' if none waits for its price. */
  custom?: string
}

export function orderPlacedContent(mail: PlacedOrder): MailContent {
  const { order, trackLink, keepLink, code, shareLink, custom = '' } = mail
  const delivery = deliveryInMail(order)
  const what = deliveryWords(order).what.toLowerCase()
  return {
    to: order.customerEmail,
    subject: `Your order ${order.number} is placed`,
    preview: `Order ${order.number}, for ${what} on ${delivery}.`,
    heading: 'Your Order is Placed.',
    parts: [
      `${thanks(order)} We have your order ${order.number}, for ${what} on ${delivery}.`,
      itemsOf(mail),
      custom &&
        `The total does not include your customised cake yet. Our baker will email you a quote. ${custom}.`,
      ...whereTo(order),
      code,
      trackButton(trackLink),
      'Please don’t share this link: whoever has it can change or cancel the order.',
      shareLink !== undefined && (
        <MailText key="share">
          We don’t know the address yet, and your order can’t leave without it: we need it by{' '}
          {formatDateTime(locksAt(order))}. <MailLink href={shareLink}>Share this link</MailLink>{' '}
          with the person it’s for, or add the address on your order’s page.
        </MailText>
      ),
      keepLink !== undefined && (
        <MailText key="keep">
          You ordered as a guest.{' '}
          <MailLink href={keepLink}>Add this order to your account</MailLink> to see it on any
          device.
        </MailText>
      ),
    ],
  }
}

interface CancelledOrder extends WholeOrder {
  reason?: string
  creditNotes: readonly string[]
}

export function orderCancelledContent(mail: CancelledOrder): MailContent {
  const { order, shop, reason, creditNotes } = mail
  const refunded = refundedPaise(order) - failedRefundPaise(order)
  return {
    to: order.customerEmail,
    subject: `Your order ${order.number} is cancelled`,
    preview: `Order ${order.number} has been cancelled.`,
    heading: 'Your order is cancelled',
    parts: [
      `${greeting(order)} your order ${order.number} has been cancelled.`,
      reason ? { userText: reason } : null,
      <OrderMailItems key="items" order={order} shop={shop} pictures={mail.pictures} />,
      refunded > 0 && refundedText(refunded),
      owedText(order),
      order.payments.every((payment) => !counts(payment)) &&
        'Nothing was paid online, so there is nothing to refund.',
      failedRefundText(failedRefundPaise(order)),
      creditNotesText(creditNotes),
      { button: 'Order another cake', href: `${shop.publicUrl}/products` },
    ],
  }
}

export function orderPreparedContent(mail: WholeOrder): MailContent {
  const { order, trackLink } = mail
  const { number, isPickup } = order
  const delivery = deliveryInMail(order)
  return {
    to: order.customerEmail,
    subject: `Your order ${number} is ready`,
    preview: isPickup
      ? `Order ${number} can be picked up on ${delivery}.`
      : `We’ll deliver order ${number} on ${delivery}.`,
    heading: 'Your order is ready',
    parts: [
      `${greeting(order)} order ${number} is ready and ${isPickup ? 'can be picked up' : 'will be with you'} on ${delivery}.`,
      itemsOf(mail),
      keepReadyText(order),
      ...whereTo(order),
      trackButton(trackLink),
    ],
  }
}

function itemsOf({ order, shop, pictures, foodFacts }: WholeOrder) {
  return <OrderMailItems key="items" {...{ order, shop, pictures, foodFacts }} />
}

function whereTo(order: Order): MailPart[] {
  return [deliveryWords(order).to, { userText: addressText(order.address) }]
}

/** To the shop. */
export function toPayText(order: Order): string {
  if (awaitsAnyPrice(order)) return 'A custom cake waits for your price.'
  const due = duePaise(order)
  return due > 0 ? `${formatInr(due)} still to be paid.` : 'All of it is paid.'
}

/** For the shop: the cakes and what they cost, who ordered, for whom, notes, and where the order stands. */
export function wholeOrderParts(order: Order, shop: ShopDetails): MailPart[] {
  const facts: [label: string, text: string][] = [
    ['Customer', [order.customerName, order.customerMobile].filter(Boolean).join(', ')],
    ...giftFacts(giftOf(order)),
    ...order.items.map(({ customize, detail }): [string, string] => [
      customize ? 'Details' : 'Note',
      detail,
    ]),
    ['Note for the kitchen', order.kitchenNote],
    [deliveryWords(order).address, addressText(order.address)],
  ]
  const said = facts.filter(([, text]) => text !== '').map(([label, text]) => `${label}: ${text}`)
  return [
    hasAllergy(order) && 'It says an allergy: please read all notes.',
    <OrderMailItems key="items" order={order} shop={shop} pictures={new Map()} />,
    { userText: said.join('\n') },
    orderButton(order, shop),
  ]
}

function orderButton({ number }: Order, { publicUrl }: ShopDetails) {
  return { button: `Open order ${number}`, href: `${publicUrl}/admin/orders/${number}` }
}
