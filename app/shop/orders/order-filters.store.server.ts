import {
  and,
  desc,
  eq,
  exists,
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
 * A check of the table makes this equal to the state 'placed'. The indexes of placed orders use the same condition, and
 * the planner assumes that nearly every row matches even before it has statistics.
 */
export const isPlaced: SQL = isNotNull(orders.placedAt)

/**
 * Most statuses are rare: the index order_items_status gives their order numbers, newest first, so that a limit reads
 * no more than needed. Nearly every order has a completed item, so that status is looked up order by order; its `limit`
 * keeps the planner from reversing that.
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
 * Whether an item is still to be made: not if it was paid at the checkout and all of that was refunded. Where nothing was
 * paid there, it may be waived.
 */
export const isStillMade = or(
  eq(orderItems.customize, true),
  gt(orders.chargedPaise, 0),
  eq(orders.paymentMethod, 'cash'),
)

/** Orders with an item of these statuses that is still made. */
export function hasItemToMake(db: Database, statuses: readonly ItemStatus[]) {
  const ofOrder = eq(orderItems.orderId, orders.id)
  const items = db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(and(ofOrder, inArray(orderItems.status, [...statuses]), isStillMade))
  return exists(items)
}

/** Placed orders with an item in `processing` that is not refunded; those below a number, for pages in that order. */
export function isToAnswer(db: Database, before: number | null = null) {
  return and(isPlaced, hasItem(db, 'processing', before), hasItemToMake(db, ['processing']))
}

/** Placed orders with a delivery from `from` on and before `to`; uses the index orders_delivery. */
export function toBeDelivered({ from, to }: { from: Date; to: Date }) {
  return and(eq(orders.state, 'placed'), gte(orders.deliveryAt, from), lt(orders.deliveryAt, to))
}

/** Placed orders due after another one, by its number, for pages in that order; uses the index orders_delivery. */
export function isDueAfter(db: Database, last: number) {
  const { deliveryAt, number, state } = orders
  const lastDue = sql`(${db.select({ deliveryAt }).from(orders).where(eq(number, last))})`
  const isAfter = or(gt(deliveryAt, lastDue), gt(number, last))
  return and(eq(state, 'placed'), gte(deliveryAt, lastDue), isAfter)
}

/** The earliest hand-over: the slot's start, or the delivery time without a slot. */
export const handedOverFrom: SQL = sql`coalesce(${orders.slotStartsAt}, ${orders.deliveryAt})`

/**
 * Placed orders made on a day 'YYYY-MM-DD' in Kolkata: the production day of the slot, or the delivery day without a
 * slot. With `orHandedOver` also those delivered or picked up on that day.
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
