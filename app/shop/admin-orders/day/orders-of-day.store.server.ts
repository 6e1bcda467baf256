import { and, asc, eq, notInArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import { handedOverFrom, isMadeOn } from '#shop/orders/order-filters.store.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'

export interface OrderOfDay {
  number: number
  /** 'Sun 22 Nov, 6 to 8 pm' */
  when: string
  cakes: number
  /** Their price without the delivery; a customised cake without a price counts as 0. */
  totalPaise: number
}

/** Placed orders handed over or made on a day 'YYYY-MM-DD', by time. */
export async function ordersOfDay(db: Database, day: string): Promise<OrderOfDay[]> {
  const rows = await db
    .select({
      order: orders,
      cakes: sql`sum(${orderItems.amount})`.mapWith(Number),
      totalPaise: sql`sum(${orderItems.amount} * ${orderItems.unitPaise})`.mapWith(Number),
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        isMadeOn(db, day, { orHandedOver: true }),
        notInArray(orderItems.status, cancelledStatuses),
      ),
    )
    .groupBy(orders.id)
    .orderBy(asc(handedOverFrom), asc(orders.number))
  return rows.map(({ order, cakes, totalPaise }) => ({
    number: order.number,
    cakes,
    totalPaise,
    when: deliveryText(order),
  }))
}
