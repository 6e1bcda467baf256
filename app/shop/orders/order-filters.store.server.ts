import {
  and,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { deliveryReservations } from '#shop/delivery/delivery.tables.server.ts'
import { boundsOfDay } from '#shop/values/kolkata-time.ts'
import type { ItemStatus } from './item-status.ts'
import { orderItems, orders } from './orders.tables.server.ts'

/**
 * Whether an order is placed. By a check of the table this equals the state 'placed'. The indexes of placed orders are
 * declared so, and the planner takes it to be true of nearly every row even before it has statistics.
 */
export const isPlaced: SQL = isNotNull(orders.placedAt)

/**
 * Whether an order has an item of this status. Few orders have one of most statuses: the index order_items_status gives
 * their numbers, newest first, so that a limit reads no more than needed. Nearly every order has a completed item, so that
 * is looked up order by order; its `limit` keeps the planner from reversing that.
 */
export function hasItem(db: Database, status: ItemStatus, before: number | null = null): SQL {
  const number = orderItems.orderNumber
  if (status === 'completed') {
    const prepared = db
      .select({ number })
      .from(orderItems)
      .where(and(eq(number, orders.number), eq(orderItems.status, status)))
    return isNotNull(sql`${prepared.limit(1)}`)
  }
  const numbers = db
    .selectDistinct({ number })
    .from(orderItems)
    .where(and(eq(orderItems.status, status), before === null ? undefined : lt(number, before)))
    .orderBy(desc(number))
  return inArray(orders.number, numbers)
}

/**
 * Whether an item is still to be made, as far as money says: what was paid online is not baked once nothing of the payment is
 * left. Customised cakes are paid when they are handed over.
 */
export const isStillMade = or(
  eq(orderItems.customize, true),
  eq(orders.paymentMethod, 'cash'),
  gt(orders.paidPaise, 0),
)

/** Whether an order is placed and to be delivered from `from` on and before `to`; served by the index orders_delivery. */
export function toBeDelivered({ from, to }: { from: Date; to: Date }) {
  return and(eq(orders.state, 'placed'), gte(orders.deliveryAt, from), lt(orders.deliveryAt, to))
}

/** When an order is handed over at the earliest: its slot's start, or its time where it has no slot. */
export const handedOverFrom: SQL = sql`coalesce(${orders.slotStartsAt}, ${orders.deliveryAt})`

/**
 * Whether an order is placed and made on a day 'YYYY-MM-DD' in Kolkata: the production day of its slot, or the day of its
 * delivery where it has no slot. With `orHandedOver` also if it is delivered or picked up on that day.
 */
export function isMadeOn(db: Database, day: string, { orHandedOver = false } = {}) {
  const { id, productionDay, state } = deliveryReservations
  const inSlots = db
    .select({ id })
    .from(deliveryReservations)
    .where(
      and(
        ne(state, 'released'),
        or(eq(productionDay, day), orHandedOver ? eq(deliveryReservations.day, day) : undefined),
      ),
    )
  return and(
    eq(orders.state, 'placed'),
    or(
      inArray(orders.reservationId, inSlots),
      and(isNull(orders.reservationId), toBeDelivered(boundsOfDay(day))),
    ),
  )
}
