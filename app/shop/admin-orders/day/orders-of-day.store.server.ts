import { and, asc, eq, inArray, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { deliveryReservations } from '#shop/delivery/delivery.tables.server.ts'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import { toBeDelivered } from '#shop/orders/order-filters.store.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { boundsOfDay } from '#shop/values/kolkata-time.ts'

/** An order that a closed day would concern. */
export interface OrderOfDay {
  number: number
  /** The slot's start, or the agreed time where there was no slot. */
  startsAt: Date
  /** Null where there was no slot. */
  endsAt: Date | null
  /** How many cakes are to be made. */
  cakes: number
  /** What these cost, without the delivery; a customised cake without a price counts nothing. */
  totalPaise: number
}

/** Placed orders that are delivered on a day 'YYYY-MM-DD', picked up or made on it, in the order of their times. */
export async function ordersOfDay(db: Database, day: string): Promise<OrderOfDay[]> {
  const { id, day: deliveredOn, productionDay, state } = deliveryReservations
  const inSlots = db
    .select({ id })
    .from(deliveryReservations)
    .where(and(or(eq(deliveredOn, day), eq(productionDay, day)), ne(state, 'released')))
  const startsAt = sql<Date>`coalesce(${orders.slotStartsAt}, ${orders.deliveryAt})`.mapWith(
    orders.deliveryAt,
  )
  return db
    .select({
      number: orders.number,
      startsAt,
      endsAt: orders.slotEndsAt,
      cakes: sql`sum(${orderItems.amount})`.mapWith(Number),
      totalPaise: sql`sum(${orderItems.amount} * ${orderItems.unitPaise})`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        eq(orders.state, 'placed'),
        or(
          inArray(orders.reservationId, inSlots),
          and(isNull(orders.reservationId), toBeDelivered(boundsOfDay(day))),
        ),
        notInArray(orderItems.status, cancelledStatuses),
      ),
    )
    .groupBy(orders.id)
    .orderBy(asc(startsAt), asc(orders.number))
}
