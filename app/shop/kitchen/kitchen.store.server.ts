import { and, asc, eq, exists, gte, inArray, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { minuteMs } from '#platform/durations.ts'
import { cakes } from '#shop/cakes/cakes.tables.server.ts'
import { allergenText } from '#shop/cakes/food/food-facts.ts'
import { type DeliveryPlan, findOrderZone, hasZones } from '#shop/delivery/delivery-plan.ts'
import { deliveryHours, deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import { statusesToMake } from '#shop/orders/item-status.ts'
import type { Order } from '#shop/orders/order.ts'
import {
  handedOverFrom,
  isMadeOn,
  isStillMade,
  toBeDelivered,
} from '#shop/orders/order-filters.store.server.ts'
import { isAddressMissing } from '#shop/orders/order-rules.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { boundsOfDay, kolkataDay, shortDayText } from '#shop/values/kolkata-time.ts'
import { firstNameOf } from '#shop/values/typed/person-name.ts'

export type KitchenItem = Awaited<ReturnType<typeof itemsOfDay>>[number]

/**
 * Items of placed orders to be delivered on a day 'YYYY-MM-DD', by delivery time, at most `limit`. In a shop with slots also
 * those that are made on it for another day. Each as the kitchen needs it: of the customer, only the first name.
 */
export async function itemsOfDay(
  db: Database,
  { day, plan, limit }: { day: string; plan: DeliveryPlan; limit: number },
) {
  const rows = await db
    .select({
      item: orderItems,
      order: orders,
      cake: { contains: cakes.contains, mayContain: cakes.mayContain },
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .leftJoin(cakes, eq(cakes.id, orderItems.cakeId))
    .where(
      and(
        hasZones(plan)
          ? isMadeOn(db, day, { orHandedOver: true })
          : toBeDelivered(boundsOfDay(day)),
        inArray(orderItems.status, statusesToMake),
        isStillMade,
      ),
    )
    .orderBy(asc(orders.deliveryAt), asc(orders.number), asc(orderItems.position))
    .limit(limit)
  return rows.map(({ item, order, cake }) => ({
    id: item.id,
    orderId: order.id,
    orderNumber: order.number,
    name: item.name,
    flavour: item.flavour,
    wt: item.wt,
    /** Null if it is not known: the kitchen has to ask. */
    egg: item.egg,
    /** 'Contains: gluten, milk.'; null if it is not known. */
    allergens: cake?.contains ? allergenText(cake) : null,
    amount: item.amount,
    /** To be piped on it. */
    bname: item.bname,
    detail: item.detail,
    customize: item.customize,
    image: item.image,
    status: item.status,
    fulfilment: order.fulfilment,
    deliveryAt: order.deliveryAt.toISOString(),
    /** '6 to 8 pm' */
    hours: deliveryHours(order),
    readyBy: readyBy(order, plan),
    ...forOtherDay(kolkataDay(order.deliveryAt), day),
    isPickup: order.isPickup,
    firstName: firstNameOf(order.customerName),
    note: order.kitchenNote,
    isAddressMissing: isAddressMissing(order),
    /** Its customer has reported the photo. */
    isHeld: order.dispatchHeldAt !== null,
  }))
}

/** 'Sat 21 Nov, 8:15 am': the start of its slot less the way to the farthest door of its zone; null where no way is known. */
function readyBy(
  { isPickup, slotStartsAt, zoneId }: Pick<Order, 'isPickup' | 'slotStartsAt' | 'zoneId'>,
  plan: DeliveryPlan,
): string | null {
  const way = isPickup ? 0 : findOrderZone(plan, { zoneId })?.travelMinutes
  if (!slotStartsAt || way === undefined) return null
  const at = new Date(slotStartsAt.getTime() - way * minuteMs)
  return deliveryText({ deliveryAt: at, slotStartsAt: null, slotEndsAt: null })
}

/** 'Tue 24 Nov', if it is made before the day of its delivery. */
function forOtherDay(deliveryDay: string, day: string): { forDay?: string | undefined } {
  return deliveryDay === day ? {} : { forDay: shortDayText(deliveryDay) }
}

/** The next delivery from `from` on with something to make; null if there is none. */
export async function nextDeliveryAfter(db: Database, from: Date): Promise<Date | null> {
  const something = db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(
      and(
        eq(orderItems.orderId, orders.id),
        inArray(orderItems.status, statusesToMake),
        isStillMade,
      ),
    )
  const [next] = await db
    .select({ at: orders.deliveryAt })
    .from(orders)
    .where(and(eq(orders.state, 'placed'), gte(orders.deliveryAt, from), exists(something)))
    .orderBy(asc(orders.deliveryAt))
    .limit(1)
  return next?.at ?? null
}

/** The number of cakes to bake on a day, and when the first is handed over; null if there are none. */
export async function findBaking(
  db: Database,
  day: string,
): Promise<{ cakes: number; first: string } | null> {
  const rows = await db
    .select({ order: orders, cakes: sql`sum(${orderItems.amount})`.mapWith(Number) })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        isMadeOn(db, day),
        isStillMade,
        // A customised cake waits for its price.
        or(
          eq(orderItems.status, 'accepted'),
          and(eq(orderItems.status, 'processing'), eq(orderItems.customize, false)),
        ),
      ),
    )
    .groupBy(orders.id)
    .orderBy(asc(handedOverFrom), asc(orders.number))
  const [first] = rows
  if (!first) return null
  return {
    cakes: rows.reduce((sum, { cakes }) => sum + cakes, 0),
    first: deliveryText(first.order),
  }
}
