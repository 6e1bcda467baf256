import type { Database } from '#platform/database/database.server.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { isAnyAgreed } from '#shop/orders/order-rules.ts'
import { pendingOrders } from '#shop/orders/orders.store.server.ts'
import { countCustomCakes } from '../admin-orders.store.server.ts'
import { orderMarks } from '../order-marks.tsx'
import { orderNumberOf } from '../order-search.ts'

export const pendingPerPage = 20

/** First due first. `search` is the query of the page's URL: ?ordersAfter=1042. */
export async function loadOrdersSection(
  { db, now }: { db: Database; now: Date },
  search: URLSearchParams,
) {
  const after = orderNumberOf(search.get('ordersAfter') ?? '')
  const [found, customCounts] = await Promise.all([
    pendingOrders(db, { limit: pendingPerPage + 1, isByDue: true, before: after }),
    countCustomCakes(db, now),
  ])
  const orders = found.slice(0, pendingPerPage).map(toWaitingOrder)
  return {
    orders,
    /** Orders due after the one with this number; null for the first. */
    after,
    /** The next page has orders due after this one; null on the last page. */
    next: found.length > pendingPerPage ? (orders.at(-1)?.number ?? null) : null,
    customCounts,
    now: now.toISOString(),
  }
}

export type WaitingOrder = ReturnType<typeof toWaitingOrder>
export type WaitingItem = ReturnType<typeof toWaitingItem>

/** An order with its undecided items, and only the shown fields, because the panel has many orders. */
function toWaitingOrder(order: Order) {
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
    /** Something of it is ordered at an agreed price. */
    mayBake: isAnyAgreed(order),
    items,
    /** Number of its items without a pending decision. */
    otherItems: order.items.length - items.length,
  }
}

/** A published cake has only its first picture. */
function toWaitingItem(item: OrderItem) {
  const { id, cakeId, name, flavour, wt, egg, amount, bname, detail, customize, unitPaise } = item
  const image = customize ? item.image : item.image.slice(0, 1)
  return { id, cakeId, name, flavour, wt, egg, amount, bname, detail, customize, unitPaise, image }
}
