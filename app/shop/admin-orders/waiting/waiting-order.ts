import { dayMs } from '#platform/durations.ts'
import type { ItemStatus } from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { isAnyAgreed } from '#shop/orders/order-rules.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { type OrderMark, orderMarks } from '../order-marks.tsx'

/** An undecided item; a published cake has only its first picture. */
export type WaitingItem = Pick<
  OrderItem,
  | 'id'
  | 'cakeId'
  | 'name'
  | 'flavour'
  | 'wt'
  | 'egg'
  | 'amount'
  | 'bname'
  | 'detail'
  | 'customize'
  | 'image'
  | 'unitPaise'
>

/** Only with its items in `processing`. */
export interface WaitingOrder
  extends Pick<
    Order,
    | 'id'
    | 'number'
    | 'deliveryAt'
    | 'slotStartsAt'
    | 'slotEndsAt'
    | 'isPickup'
    | 'address'
    | 'customerName'
    | 'customerMobile'
    | 'fulfilment'
    | 'kitchenNote'
  > {
  placedAt: Date
  marks: OrderMark[]
  /** Something of it is ordered at an agreed price. */
  mayBake: boolean
  items: WaitingItem[]
  /** Number of its items without a pending decision. */
  otherItems: number
}

/** Only the shown fields, because the panel has many orders. */
export function toWaitingOrder(order: Order): WaitingOrder {
  const items = order.items.filter(({ status }) => status === 'processing').map(toWaitingItem)
  return {
    id: order.id,
    number: order.number,
    deliveryAt: order.deliveryAt,
    slotStartsAt: order.slotStartsAt,
    slotEndsAt: order.slotEndsAt,
    isPickup: order.isPickup,
    address: order.address,
    customerName: order.customerName,
    customerMobile: order.customerMobile,
    fulfilment: order.fulfilment,
    kitchenNote: order.kitchenNote,
    placedAt: order.placedAt ?? order.createdAt,
    marks: orderMarks(order),
    mayBake: isAnyAgreed(order),
    items,
    otherItems: order.items.length - items.length,
  }
}

function toWaitingItem(item: OrderItem): WaitingItem {
  const { id, cakeId, name, flavour, wt, egg, amount, bname, detail, customize, unitPaise } = item
  const image = customize ? item.image : item.image.slice(0, 1)
  return { id, cakeId, name, flavour, wt, egg, amount, bname, detail, customize, unitPaise, image }
}

/** Removes decided items, and orders without any left. */
export function stillWaiting(
  orders: readonly WaitingOrder[],
  done: { has(itemId: string): boolean },
): WaitingOrder[] {
  return orders
    .map((order) => ({ ...order, items: order.items.filter(({ id }) => !done.has(id)) }))
    .filter(({ items }) => items.length > 0)
}

/** The reloaded orders; items for which `keeps` is true stay in their place. */
export function mergeOrders(
  shown: readonly WaitingOrder[],
  read: readonly WaitingOrder[],
  keeps: (itemId: string) => boolean,
): WaitingOrder[] {
  const readOrders = new Map(read.map((order) => [order.id, order]))
  const merged = shown.map((order) => mergeItems(order, readOrders.get(order.id), keeps))
  const shownIds = new Set(shown.map(({ id }) => id))
  return [...merged, ...read.filter(({ id }) => !shownIds.has(id))]
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => a.deliveryAt.getTime() - b.deliveryAt.getTime() || a.number - b.number)
}

function mergeItems(
  shown: WaitingOrder,
  read: WaitingOrder | undefined,
  keeps: (itemId: string) => boolean,
): WaitingOrder {
  const waiting = new Map(read?.items.map((item) => [item.id, item]))
  const steadyItems = shown.items.filter(({ id }) => !waiting.has(id) && keeps(id))
  if (steadyItems.length === 0) return read ?? { ...shown, items: [] }
  const before = shown.items.flatMap((item) =>
    steadyItems.includes(item) ? item : (waiting.get(item.id) ?? []),
  )
  const added = [...waiting.values()].filter(({ id }) => !shown.items.some((one) => one.id === id))
  const otherItems = read ? read.otherItems - steadyItems.length : shown.otherItems
  return { ...(read ?? shown), items: [...before, ...added], otherItems }
}

/** Null if the delivery is not near. Days are Kolkata's. */
export function deliveryHint(time: Date, now: Date): 'Late' | 'Today' | 'Tomorrow' | null {
  if (time < now) return 'Late'
  const day = kolkataDay(time)
  if (day === kolkataDay(now)) return 'Today'
  return day === kolkataDay(new Date(now.getTime() + dayMs)) ? 'Tomorrow' : null
}

export interface CustomCount {
  status: ItemStatus
  count: number
}

/** '2 waiting for the customer'. */
export function customCountText({ status, count }: CustomCount): string {
  return `${count} ${words.get(status) ?? status}`
}

const words = new Map<ItemStatus, string>([
  ['quoted', 'waiting for the customer'],
  ['expired', 'not answered in time'],
])
