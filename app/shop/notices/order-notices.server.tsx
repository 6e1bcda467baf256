import { cakesText } from '#shop/cart/cart-line.ts'
import { type ChangedOrder, listed } from '#shop/changes/order-changed-mail.server.ts'
import type { MailKind } from '#shop/mails/mail-kind.server.ts'
import { hasAllergy } from '#shop/orders/allergy.ts'
import { deliveryDay, deliveryText, deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { giftFacts, giftOf } from '#shop/orders/gift/gift.ts'
import { findOrderForMail } from '#shop/orders/mails/order-mail.server.ts'
import { OrderMailItems } from '#shop/orders/mails/order-mail-items.tsx'
import { duePaise } from '#shop/orders/money/ledger.ts'
import type { Order } from '#shop/orders/order.ts'
import { awaitsAnyPrice, isAnyMade } from '#shop/orders/order-rules.ts'
import { addressText } from '#shop/values/india-address.ts'
import { formatInr } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { MailPart } from '#ui/mail-layout.tsx'

/** To the shop: an order is placed, with all that the bakery needs to know of it. */
export const newOrderMail: MailKind<{ orderId: string }> = async ({ db, shop }, { orderId }) => {
  const order = await findOrderForMail(db, orderId)
  if (!isAnyMade(order)) return null
  const { number } = order
  const when = deliveryText(order)
  return {
    to: shop.email,
    notice: { event: 'order', day: deliveryDay(order) },
    replyTo: order.customerEmail,
    subject: `New order ${number}: ${when}`,
    preview: `${cakesText(order.items)}. ${toPayText(order)}`,
    heading: 'A new order',
    parts: [
      `${deliveryWords(order).what}: ${when}. ${toPayText(order)}`,
      ...wholeOrder(order, shop),
    ],
  }
}

/** To the shop: what its customer or recipient has changed. What the shop itself changes, it knows. */
export const changedOrderMail: MailKind<ChangedOrder> = async ({ db, shop }, change) => {
  const order = await findOrderForMail(db, change.orderId)
  if (change.byShop || !isAnyMade(order)) return null
  const who = change.byRecipient ? 'The recipient' : 'The customer'
  const news = `${who} has changed ${listed(change.parts ?? ['time'])} of order ${order.number}.`
  return {
    to: shop.email,
    notice: { event: 'change', day: deliveryDay(order) },
    replyTo: order.customerEmail,
    subject: `Order ${order.number} is changed`,
    preview: news,
    heading: 'An order is changed',
    parts: [
      news,
      `${deliveryWords(order).what}: ${deliveryText(order)}. ${toPayText(order)}`,
      ...wholeOrder(order, shop),
    ],
  }
}

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
    to: shop.email,
    notice: { event: 'change', day: deliveryDay(order) },
    replyTo: order.customerEmail,
    subject: `Order ${order.number} is cancelled`,
    preview: news,
    heading: 'An order is cancelled',
    parts: [`${news} Do not bake it.`, orderButton(order, shop)],
  }
}

function toPayText(order: Order): string {
  if (awaitsAnyPrice(order)) return 'A custom cake waits for your price.'
  const due = duePaise(order)
  return due > 0 ? `${formatInr(due)} still to be paid.` : 'All of it is paid.'
}

/** The cakes and what they cost, who ordered, for whom, notes, and where the order stands. */
function wholeOrder(order: Order, shop: ShopDetails): MailPart[] {
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
