import type { AppContext } from '#app/context.server.ts'
import { type AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Zone } from '#shop/delivery/delivery.schema.ts'
import { type DeliveryPlan, findOrderZone, hasZones } from '#shop/delivery/delivery-plan.ts'
import { findWantedSlot, type SlotOfDay } from '#shop/delivery/options/choose-delivery.server.ts'
import { findOrderPlace, movePlace } from '#shop/delivery/places.server.ts'
import type { Reservation } from '#shop/delivery/reservations.store.server.ts'
import { addCharges } from '#shop/orders/money/ledger.store.server.ts'
import { type ChargeLine, netCharges, shippingOf } from '#shop/orders/money/ledger.ts'
import type { Order } from '#shop/orders/order.ts'
import { saveOrderChange } from '#shop/orders/orders.store.server.ts'
import { maxLeadMinutes } from '#shop/orders/quotes/quotes.store.server.ts'
import { shortenQuotes } from '#shop/quotes/quote-price.server.ts'
import { deliveryError, parseDeliveryTime } from '#shop/values/delivery-slot.ts'
import type { Paise } from '#shop/values/money.ts'

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
export async function whereNow(
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
