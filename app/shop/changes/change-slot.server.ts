import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { type AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import {
  type DeliveryOptions,
  optionsSchema,
  requestedDaysShape,
  type Zone,
} from '#shop/delivery/delivery.schema.ts'
import { type DeliveryPlan, findOrderZone, hasZones } from '#shop/delivery/delivery-plan.ts'
import {
  findWantedSlot,
  listSlots,
  type SlotOfDay,
  servedZone,
  whyNotOnDays,
  whyNotToZone,
} from '#shop/delivery/options/choose-delivery.server.ts'
import { daysResponse } from '#shop/delivery/options/delivery-options.server.ts'
import { findOrderPlace, movePlace } from '#shop/delivery/places.server.ts'
import type { Reservation } from '#shop/delivery/reservations.store.server.ts'
import { orderOrLink, requireActor } from '#shop/orders/links/tracking-link.server.ts'
import { addCharges } from '#shop/orders/money/ledger.store.server.ts'
import { type ChargeLine, netCharges, shippingOf } from '#shop/orders/money/ledger.ts'
import { orderAmounts } from '#shop/orders/money/order-money.ts'
import type { Order } from '#shop/orders/order.ts'
import { findOrder, saveOrderChange } from '#shop/orders/orders.store.server.ts'
import { maxLeadMinutes } from '#shop/orders/quotes/quotes.store.server.ts'
import { madeLines } from '#shop/orders/sold/take-pieces.server.ts'
import { shortenQuotes } from '#shop/quotes/quote-price.server.ts'
import { deliveryError, parseDeliveryTime } from '#shop/values/delivery-slot.ts'
import { pincodeSchema } from '#shop/values/india-address.schema.ts'
import type { Paise } from '#shop/values/money.ts'
import { changeableParts, changeError } from './changeable-parts.ts'
import { requireChanger } from './check-change.server.ts'

/** The slot is null in a shop without slots. */
export interface NewTime {
  /** Otherwise it is the order's own, to be delivered in another zone. */
  isOther: boolean
  deliveryAt: Date
  slot: { wanted: SlotOfDay; place: Reservation; zone: Zone | null } | null
}

interface TimeRequest {
  /** Locked. */
  order: Order
  /** Left out: its own. */
  time: string | undefined
  slotId: string | undefined
  newZone: Zone | null
  now: Date
}

/**
 * The requested slot or time, not yet checked; null if the order has it already in its zone.
 *
 * @throws AppError invalid for a slot or time that does not exist, conflict if the delivery rules have changed since
 *   the order
 */
export async function findNewTime(
  { deliveryPlan }: AppContext,
  tx: Database,
  { order, time, slotId, newZone, now }: TimeRequest,
): Promise<NewTime | null> {
  if (time === undefined && !newZone) return null
  const deliveryAt = time === undefined ? order.deliveryAt : parseDeliveryTime(time)
  const where = await whereNow(tx, deliveryPlan.current(), order)
  if (where === 'without-slots') {
    const isOther = deliveryAt.getTime() !== order.deliveryAt.getTime()
    return isOther ? { isOther, deliveryAt, slot: null } : null
  }
  const { plan, place, zone } = where
  const wanted = findWantedSlot(plan, {
    time: deliveryAt,
    slotId: time === undefined ? place.slotId : slotId,
    isPickup: order.isPickup,
    now,
  })
  const isOther = wanted.day !== place.day || wanted.slot.id !== place.slotId
  if (!isOther && !newZone) return null
  return { isOther, deliveryAt, slot: { wanted, place, zone: newZone ?? zone } }
}

/** The zone is null for pickup. */
interface WhereNow {
  plan: DeliveryPlan
  place: Reservation
  zone: Zone | null
}

/** @throws AppError conflict if the delivery rules have changed since the order */
async function whereNow(
  db: Database,
  plan: DeliveryPlan,
  order: Order,
): Promise<WhereNow | 'without-slots'> {
  const { reservationId, isPickup } = order
  if (hasZones(plan) !== (reservationId !== null)) throw deliveryRulesChanged()
  const place = await findOrderPlace(db, order)
  if (!place) return 'without-slots'
  const zone = findOrderZone(plan, order)
  if (!isPickup && !zone) throw deliveryRulesChanged()
  return { plan, place, zone }
}

function deliveryRulesChanged(): AppError {
  const sentence =
    'Where and when we deliver has changed since you ordered. Please cancel and order again.'
  return fieldError('conflict', 'time', sentence)
}

interface TimeChange {
  order: Order
  time: NewTime
  /** The event of this change in charges and refunds. */
  event: string
  now: Date
}

/**
 * Moves an order's place, its kitchen minutes and its lock, and charges what its slot costs more or less.
 *
 * @throws AppError conflict for a slot that is full or closed; invalid for one that does not exist
 */
export async function moveToTime(
  shop: AppContext,
  tx: Database,
  { order, time, event, now }: TimeChange,
): Promise<Order> {
  const { columns, morePaise } = await findSlotChanges(shop, tx, { order, time, now })
  await saveOrderChange(tx, order.id, columns)
  const moved = { ...order, ...columns }
  await shortenQuotes(shop, tx, moved)
  const reason = 'Changed to a cheaper slot'
  return chargeDifference(shop, tx, moved, { line: 'surcharge', morePaise, event, reason, now })
}

/** The order's new columns after its place has moved, and how much more the slot costs. */
async function findSlotChanges(
  shop: AppContext,
  tx: Database,
  { order, time: { isOther, deliveryAt, slot }, now }: Omit<TimeChange, 'event'>,
) {
  const leadMinutes = await maxLeadMinutes(tx, order)
  if (!slot) {
    const error = deliveryError(deliveryAt, now, leadMinutes / 60)
    if (error) throw fieldError('invalid', 'time', error)
    return { columns: { deliveryAt }, morePaise: 0 }
  }
  const { wanted, place, zone } = slot
  const option = await movePlace(shop, tx, { place, wanted, zone, leadMinutes, now })
  const columns = { deliveryAt, slotStartsAt: option.startsAt, slotEndsAt: option.endsAt }
  const morePaise = isOther ? option.slot.surchargePaise - shippingOf(order).surchargePaise : 0
  return { columns, morePaise }
}

interface Difference {
  line: Exclude<ChargeLine, 'item'>
  /** Negative if it costs less; a waived part is not given back. */
  morePaise: Paise
  /** The event of this change in charges. */
  event: string
  /** Of the credit note. */
  reason: string
  now: Date
}

/** Charges what the delivery or its slot costs more or less after a change. */
export async function chargeDifference(
  { shop }: AppContext,
  tx: Database,
  order: Order,
  { line, morePaise, event, reason, now }: Difference,
): Promise<Order> {
  const owedPaise = netCharges(order).find((net) => net.line === line)?.paise ?? 0
  const paise = Math.max(morePaise, -owedPaise)
  if (paise === 0) return order
  return addCharges(tx, order, {
    charges: [{ line, itemId: null, paise }],
    cause: 'changed',
    event,
    reason: paise < 0 ? reason : '',
    shop,
    now,
  })
}

const orderSlotsEndpoint = endpoint({
  method: 'GET',
  path: '/orders/slots',
  tag: 'Orders',
  summary: 'When an order can come instead',
  description:
    'Each slot of the requested days, as `GET /delivery/options` answers it, for an order that its customer may change, or staff for them. Its own is `open`, whatever became of it since. 409 once the order is locked. 404 for every link that does not work.',
  access: 'link',
  query: z.object({
    ...orderOrLink,
    pincode: pincodeSchema.optional().describe('Of another address; left out: its own'),
    ...requestedDaysShape,
  }),
  response: optionsSchema.pick({ days: true }),
  problems: [403, 404, 409],
})

export type OrderSlots = typeof orderSlotsEndpoint

export function serveOrderSlots(api: Api, shop: AppContext) {
  api.serve(orderSlotsEndpoint, async ({ query: { orderId, token, ...asked } }, call) => {
    const { isByLink: _, ...acting } = await requireActor(shop, call.caller, { orderId, token })
    return orderSlots(shop, { ...acting, ...asked })
  })
}

interface SlotsRequest {
  caller: Caller
  orderId: string
  from?: string
  days: number
  /** To see the times of another zone. */
  pincode?: string
}

/**
 * Every slot of some days, and whether a placed order can be moved to it, by the rule of the move itself. Its own slot
 * is open at the price of the order; a dearer one is open too. None for an order without a slot.
 *
 * @throws AppError forbidden for another customer's order; conflict once it is locked, or if the delivery rules have
 *   changed
 */
async function orderSlots(
  deps: AppContext,
  { caller, orderId, from, days, pincode }: SlotsRequest,
): Promise<Pick<DeliveryOptions, 'days'>> {
  const { db, clock } = deps
  const { order, by } = requireChanger(await findOrder(db, orderId), caller)
  const now = clock.now()
  if (!changeableParts(order, now, by).includes('time')) {
    throw fieldError('conflict', 'time', changeError(order, now))
  }
  const where = await whereNow(db, deps.deliveryPlan.current(), order)
  if (where === 'without-slots') return { days: [] }
  const { place } = where
  const zone = pincode && where.zone ? servedZone(deps, pincode) : where.zone
  if (!zone && where.zone) return { days: [] }
  const lines = madeLines(order)
  if (zone && zone.id !== where.zone?.id && whyNotToZone(deps, lines, zone)) return { days: [] }
  const leadMinutes = await maxLeadMinutes(db, order)
  const { subtotalPaise: subtotal, feePaise: fee, surchargePaise } = orderAmounts(order)
  const listed = await listSlots(deps, {
    zone,
    needs: { leadMinutes, kitchenMinutes: place.kitchenMinutes },
    place,
    whyNotOn: whyNotOnDays(deps, lines, place.day),
    ...(zone?.id === where.zone?.id && { ownSurchargePaise: surchargePaise }),
    now,
    from,
    days,
  })
  return {
    days: daysResponse(listed, {
      subtotal,
      shippingOf: (surchargePaise) => fee + surchargePaise,
    }),
  }
}
