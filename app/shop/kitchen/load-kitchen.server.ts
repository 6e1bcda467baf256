import type { AppContext } from '#app/context.server.ts'
import { dayMs, hourMs, minuteMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type JobHandler, scheduledJob } from '#platform/jobs/job.server.ts'
import { listOrders } from '#shop/admin-orders/admin-orders.store.server.ts'
import { isExtra } from '#shop/cakes/cake-price.ts'
import { readFoodFacts } from '#shop/cakes/cakes.store.server.ts'
import { madeOf } from '#shop/cakes/chosen.ts'
import { allergenText, factsOf } from '#shop/cakes/food/food-facts.ts'
import { dayLoad, usageText } from '#shop/delivery/day-load.ts'
import { readLoadRows } from '#shop/delivery/delivery.store.server.ts'
import { type DeliveryPlan, findOrderZone, hasZones } from '#shop/delivery/delivery-plan.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { deliveryHours, deliveryText } from '#shop/orders/delivery/delivery-text.ts'
import { awaitsPrice, statusesToMake, unpreparedStatuses } from '#shop/orders/item-status.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAddressMissing, itemsToMake } from '#shop/orders/order-rules.ts'
import {
  boundsOfDay,
  dayTitle,
  kolkataDay,
  parseDay,
  shortDayText,
} from '#shop/values/kolkata-time.ts'
import { firstNameOf } from '#shop/values/typed/typed.schema.ts'

/** How many items of one day the kitchen shows at most. */
const kitchenItemsShown = 500

/** The minutes of a day, with the cakes of the next day that are baked on it: '310 of 480 minutes'; null without any. */
async function readWork(db: Database, plan: DeliveryPlan, day: string): Promise<string | null> {
  const { kitchen } = dayLoad(plan, day, await readLoadRows(db, day, day))
  return kitchen.limit === null && kitchen.taken === 0 ? null : usageText(kitchen, 'minute')
}

/**
 * What the kitchen's page shows of the day in its address: what is handed over on it, by time; in a shop with slots also what
 * is made on it for another day.
 */
export async function loadKitchen(shop: AppContext, dayText: string | null) {
  const { db } = shop
  const now = shop.clock.now()
  const plan = shop.deliveryPlan.current()
  const day = parseDay(dayText, now)
  const inSlots = hasZones(plan)
  const ofDay = inSlots ? { workOf: day } : { due: boundsOfDay(day) }
  const list = { has: statusesToMake }
  const orders = await listOrders({ db, now }, { ...list, ...ofDay }, kitchenItemsShown + 1)
  const foodFacts = await readFoodFacts(
    shop,
    orders.flatMap(({ items }) => items),
  )
  const items = orders.flatMap((order) =>
    itemsToMake(order).map((item) => {
      const facts = factsOf(foodFacts.get(item.cakeId), item.chosen)
      const { id, name, wt, egg, amount, bname, detail, customize, image } = item
      const { status, preparedAt } = item
      const deliveryDay = kolkataDay(order.deliveryAt)
      return {
        ...{ id, name, flavour: madeOf(item), wt, amount, bname, detail, customize, image },
        ...{ status, preparedAt },
        /** Null if it is not known: the kitchen has to ask. */
        egg,
        /** 'Contains: gluten, milk.'; null if it is not known. */
        allergens: facts?.contains ? allergenText(facts) : null,
        isExtra: isExtra(item.category),
        ...orderOfItem(order, plan),
        /** 'Tue 24 Nov', if it is made before the day of its delivery. */
        ...(deliveryDay === day ? {} : { forDay: shortDayText(deliveryDay) }),
      }
    }),
  )
  const later = { from: boundsOfDay(day).to, to: new Date(now.getTime() + 10_000 * dayMs) }
  const next = items.length > 0 ? [] : await listOrders({ db, now }, { ...list, due: later }, 1)
  return {
    day,
    today: kolkataDay(now),
    now: now.toISOString(),
    items: items.slice(0, kitchenItemsShown),
    more: items.length > kitchenItemsShown,
    work: inSlots ? await readWork(db, plan, day) : null,
    /** If nothing is to be made: the next day with something; null if there is none. */
    nextDay: next[0] ? kolkataDay(next[0].deliveryAt) : null,
  }
}

export type KitchenItem = Awaited<ReturnType<typeof loadKitchen>>['items'][number]

/** What the kitchen needs of an item's order: of the customer, only the first name. */
function orderOfItem(order: Order, plan: DeliveryPlan) {
  const { id: orderId, number: orderNumber, fulfilment, isPickup, kitchenNote } = order
  return {
    ...{ orderId, orderNumber, fulfilment, isPickup, note: kitchenNote },
    deliveryAt: order.deliveryAt.toISOString(),
    /** '6 to 8 pm' */
    hours: deliveryHours(order),
    readyBy: readyBy(order, plan),
    firstName: firstNameOf(order.customerName),
    isAddressMissing: isAddressMissing(order),
    /** Its customer has reported the photo. */
    isHeld: order.dispatchHeldAt !== null,
  }
}

/** 'Sat 21 Nov, 8:15 am': the start of its slot less the way to the farthest door of its zone; null where no way is known. */
function readyBy({ isPickup, slotStartsAt, zoneId }: Order, plan: DeliveryPlan): string | null {
  const way = isPickup ? 0 : findOrderZone(plan, { zoneId })?.travelMinutes
  if (!slotStartsAt || way === undefined) return null
  const at = new Date(slotStartsAt.getTime() - way * minuteMs)
  return deliveryText({ deliveryAt: at, slotStartsAt: null, slotEndsAt: null })
}

/** The cakes to bake on a day, and when the first is handed over; null if there are none. A custom cake waits for its price. */
async function findBaking(read: { db: Database; now: Date }, day: string) {
  const made = { bakedOn: day, has: unpreparedStatuses }
  const orders = await listOrders(read, made, kitchenItemsShown)
  const baking = orders.flatMap((order) =>
    itemsToMake(order)
      .filter(
        (item) => item.status !== 'completed' && !awaitsPrice(item) && !isExtra(item.category),
      )
      .map(({ amount }) => ({ order, amount })),
  )
  const [first] = baking
    .map(({ order }) => order)
    .sort((a, b) => handedOverFrom(a) - handedOverFrom(b))
  const cakes = baking.reduce((sum, { amount }) => sum + amount, 0)
  return first ? { cakes, first: deliveryText(first) } : null
}

const handedOverFrom = ({ slotStartsAt, deliveryAt }: Order) =>
  (slotStartsAt ?? deliveryAt).getTime()

/**
 * Reminds the kitchen of its day, at six in the morning, or later if the shop was down: once, in the first hour in which
 * the shop runs and has something to bake.
 */
const remindKitchenJob = scheduledJob('remind-kitchen', '0 6-17 * * *', { retryLimit: 5 })

export function remindKitchenHandler(deps: AppContext): JobHandler {
  return handles(remindKitchenJob, () => remindKitchen(deps))
}

/** Queues the mail of the day once, if there is something to bake. */
export async function remindKitchen(shop: AppContext) {
  const { db, clock, deliveryPlan } = shop
  if (!hasZones(deliveryPlan.current())) return
  const day = kolkataDay(clock.now())
  await db.transaction(async (tx) => {
    if (!(await findBaking({ db: tx, now: clock.now() }, day))) return
    await queueMail(shop, tx, 'kitchen-day', day, { day })
  })
}

export const kitchenDayMail: MailKind<{ day: string }> = async (
  { db, clock, shop, deliveryPlan },
  { day },
) => {
  const baking = await findBaking({ db, now: clock.now() }, day)
  if (!baking) return null
  const { first } = baking
  const work = await readWork(db, deliveryPlan.current(), day)
  const cakes = baking.cakes === 1 ? '1 cake' : `${baking.cakes} cakes`
  const verb = baking.cakes === 1 ? 'is' : 'are'
  return {
    to: shop.email,
    subject: `To bake today: ${cakes}`,
    preview: `${cakes}, the first: ${first}`,
    heading: dayTitle(day),
    parts: [
      `There ${verb} ${cakes} to bake${work ? `, ${work} of work` : ''}. The first is due ${first}.`,
      { button: 'Open the kitchen', href: `${shop.publicUrl}/admin/kitchen?day=${day}` },
    ],
  }
}
// In the evening it is no reminder any more.
kitchenDayMail.expiresAfterMs = 12 * hourMs
