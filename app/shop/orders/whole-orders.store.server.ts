import { asc, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { type Paise, toRupees } from '#shop/values/money.ts'
import type { DeliveryTime } from './delivery/delivery-text.ts'
import { locksAt } from './fulfilment/order-lock.ts'
import type { Order, OrderItem } from './order.schema.ts'
import { agreedPaise } from './order-money.ts'
import { orderProgress, shopCancelError } from './order-status.ts'
import { orderItems, type orders } from './orders.tables.server.ts'

export type OrderRow = typeof orders.$inferSelect
export type ItemRow = typeof orderItems.$inferSelect

/** Orders with their items, in the order of their rows, in one query. The open quotes are added by `withOpenQuotes`. */
export async function withItems(db: Database, rows: OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const items = await db
    .select({ ...getTableColumns(orderItems), cakeId: cakeThatIs })
    .from(orderItems)
    .where(
      inArray(
        orderItems.orderId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(orderItems.position))
  const byOrder = Map.groupBy(items, ({ orderId }) => orderId)
  return rows.map((row) => toOrder(row, byOrder.get(row.id) ?? []))
}

/** What of an order's row and items decides whether it can be cancelled. */
export function rowToCancel(row: OrderRow, items: readonly ItemRow[]) {
  return {
    items: items.map((item) => ({ ...item, isConfirmed: item.status })),
    fulfilment: row.fulfilment,
    locksAt: locksAt(row),
    startsAt: row.slotStartsAt ?? row.deliveryAt,
  }
}

// Items keep the id of a cake that was deleted; nobody is led there. Written out, because Drizzle leaves the table off a
// column's name where a query reads one table.
const cakeThatIs = sql<
  string | null
>`(select cakes.id from cakes where cakes.id = order_items.cake_id)`

function toOrder(row: OrderRow, items: ItemRow[]): Order {
  const order = items.map(toOrderItem)
  return {
    id: row.id,
    number: row.number,
    created_at: (row.placedAt ?? row.createdAt).toISOString(),
    ...toDeliveryTime(row),
    address: row.address,
    user: { name: row.customerName, mobileno: row.customerMobile, email: row.customerEmail },
    order,
    subtotal: toRupees(row.subtotalPaise + agreedPaise(items)),
    shipping: toRupees(row.shippingPaise),
    paidByCard: toRupees(row.cardPaise),
    dueInCash: toRupees(rowsDueInCash(row, items)),
    ...(row.waivedPaise > 0 && { waived: toRupees(row.waivedPaise) }),
    refunded: toRupees(row.refundedPaise),
    canCancel: shopCancelError({ items: order, fulfilment: row.fulfilment }) === null,
    fulfilment: row.fulfilment,
    locksAt: locksAt(row).toISOString(),
    riderNote: row.riderNote,
    gift: toGift(row),
  }
}

function toGift(row: OrderRow): Order['gift'] {
  const { recipientName, giftMessage: message, giftFrom: from } = row
  if (recipientName === null && !message && !from) return undefined
  const { recipientMobile: mobile, recipientEmail: email, isSurprise: surprise } = row
  const recipient = recipientName === null ? null : { name: recipientName, mobile, email, surprise }
  return { recipient, message, from }
}

/** The progress of an order, by its items as they are stored. */
export function rowsProgress(items: readonly Pick<ItemRow, 'status'>[]) {
  return orderProgress(items.map(({ status }) => ({ isConfirmed: status })))
}

/** Whether anything of an order is made, or will be, by its items as they are stored. */
export function isAnyRowMade(items: readonly Pick<ItemRow, 'status'>[]): boolean {
  return rowsProgress(items).toMake > 0
}

type CashRow = Pick<OrderRow, 'cashPaise' | 'waivedPaise'>

/** What is due in cash for an order, by its row and its items as they are stored: nothing if no item is made. */
export function rowsCashToPay(row: CashRow, items: readonly ItemRow[]): Paise {
  return isAnyRowMade(items) ? rowsDueInCash(row, items) : 0
}

/** What an order that is made costs in cash. */
function rowsDueInCash({ cashPaise, waivedPaise }: CashRow, items: readonly ItemRow[]): Paise {
  return cashPaise + agreedPaise(items) - waivedPaise
}

/** When an order is delivered; without a slot where it has none. */
export function toDeliveryTime(row: OrderRow): DeliveryTime {
  const { slotStartsAt, slotEndsAt, surchargePaise } = row
  const time = row.deliveryAt.toISOString()
  if (!slotStartsAt || !slotEndsAt) return { time }
  const [start, end] = [slotStartsAt.toISOString(), slotEndsAt.toISOString()]
  const slot = { start, end, surcharge: toRupees(surchargePaise) }
  return row.isPickup ? { time, slot, pickup: true } : { time, slot }
}

function toOrderItem(row: ItemRow): OrderItem {
  return {
    id: row.id,
    cakeid: row.cakeId,
    name: row.name,
    category: row.category,
    flavour: row.flavour,
    wt: row.wt,
    egg: row.egg,
    amount: row.amount,
    bname: row.bname,
    detail: row.detail,
    customize: row.customize,
    image: row.image,
    isConfirmed: row.status,
    preparedAt: row.preparedAt?.toISOString() ?? null,
    price: toRupees(row.pricePaise),
    subtotal: toRupees(row.unitPaise * row.amount),
    problem: row.problem,
    quote: null,
  }
}
