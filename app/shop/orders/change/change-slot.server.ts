import type { AppContext } from '#app/context.server.ts'
import { type AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Zone } from '#shop/delivery/delivery-plan.schema.ts'
import { type DeliveryPlan, findZone, hasZones } from '#shop/delivery/delivery-plan.ts'
import {
  findWantedSlot,
  readSlotContext,
  requireOpenSlot,
  type SlotOfDay,
  slotTaken,
} from '#shop/delivery/options/list-slots.server.ts'
import { findPlace, movePlace, type Reservation } from '#shop/delivery/reservations.store.server.ts'
import { deliveryError, parseDeliveryTime } from '#shop/values/delivery-slot.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import { addCharges } from '../money/ledger.store.server.ts'
import { netCharges, shippingOf } from '../money/ledger.ts'
import type { Order } from '../order.ts'
import { saveOrderTime } from '../orders.store.server.ts'
import { maxLeadMinutes } from '../quotes/quotes.store.server.ts'
import { shortenQuotes } from '../quotes/take-quoted-work.server.ts'
import { otherSlotError } from './order-change.ts'

type SlotContext = Pick<AppContext, 'clock' | 'jobs' | 'shop' | 'publishedCakes' | 'deliveryPlan'>

/** The slot is null in a shop without slots. */
export interface NewTime {
  deliveryAt: Date
  slot: { wanted: SlotOfDay; place: Reservation; zone: Zone | null } | null
}

interface TimeRequest {
  /** Locked. */
  order: Order
  time: string
  slotId: string | undefined
  now: Date
}

/**
 * The requested slot or time, not yet checked; null if the order has it already.
 *
 * @throws AppError invalid for a slot or time that does not exist, conflict if the delivery rules have changed since
 *   the order
 */
export async function findNewTime(
  { deliveryPlan }: Pick<AppContext, 'deliveryPlan'>,
  tx: Database,
  { order, time, slotId, now }: TimeRequest,
): Promise<NewTime | null> {
  const deliveryAt = parseDeliveryTime(time)
  const where = await whereNow(tx, deliveryPlan.current(), order)
  if (where === 'without-slots') {
    return deliveryAt.getTime() === order.deliveryAt.getTime() ? null : { deliveryAt, slot: null }
  }
  const { plan, place, zone } = where
  const request = { time: deliveryAt, slotId, isPickup: order.isPickup, now }
  const wanted = findWantedSlot(plan, request)
  const isSame = wanted.day === place.day && wanted.slot.id === place.slotId
  return isSame ? null : { deliveryAt, slot: { wanted, place, zone } }
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
  { reservationId, isPickup, zone: name, address }: Order,
): Promise<WhereNow | 'without-slots'> {
  if (hasZones(plan) !== (reservationId !== null)) throw deliveryRulesChanged()
  const place = reservationId === null ? null : await findPlace(db, reservationId)
  if (!place) return 'without-slots'
  const zone = isPickup ? null : findZone(plan, splitAddress(address)?.pincode ?? '')
  if (!isPickup && zone?.name !== name) throw deliveryRulesChanged()
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
  context: SlotContext,
  tx: Database,
  { order, time, event, now }: TimeChange,
): Promise<Order> {
  const { columns, morePaise } = await findSlotChanges(context, tx, { order, time, now })
  await saveOrderTime(tx, order.id, columns)
  const moved = { ...order, ...columns }
  await shortenQuotes(tx, { plan: context.deliveryPlan.current(), order: moved, now })
  if (morePaise === 0) return moved
  return addCharges(tx, moved, {
    charges: [{ line: 'surcharge', itemId: null, paise: morePaise }],
    cause: 'changed',
    event,
    reason: morePaise < 0 ? 'Changed to a cheaper slot' : '',
    shop: context.shop,
    now,
  })
}

/** The order's new columns after its place has moved, and how much more the slot costs. */
async function findSlotChanges(
  context: SlotContext,
  tx: Database,
  { order, time: { deliveryAt, slot }, now }: Omit<TimeChange, 'event'>,
) {
  const leadMinutes = await maxLeadMinutes(tx, order)
  if (!slot) {
    const error = deliveryError(deliveryAt, now, leadMinutes / 60)
    if (error) throw fieldError('invalid', 'time', error)
    return { columns: { deliveryAt }, morePaise: 0 }
  }
  const { wanted, place, zone } = slot
  const { surchargePaise, kind } = wanted.slot
  const agreedPaise = surchargePaise - shippingOf(order).surchargePaise
  const isCashOrder =
    order.paymentMethod === 'cash' && order.items.some(({ customize }) => !customize)
  const error = otherSlotError({ kind, isCashOrder })
  if (error) throw fieldError('conflict', 'time', error)
  const days = { first: wanted.day, last: wanted.day }
  const need = { place, needs: { leadMinutes, kitchenMinutes: place.kitchenMinutes }, zone, now }
  const option = requireOpenSlot(await readSlotContext({ ...context, db: tx }, need, days), wanted)
  const to = { day: option.day, slotId: option.slot.id, productionDay: option.productionDay }
  const plan = context.deliveryPlan.current()
  if (!(await movePlace(tx, { id: place.id, to, plan }))) throw slotTaken(option)
  const { startsAt: slotStartsAt, endsAt: slotEndsAt } = option
  // A waived part of the surcharge is not owed anyway.
  const owed = netCharges(order).find(({ line }) => line === 'surcharge')?.paise ?? 0
  const morePaise = Math.max(agreedPaise, -owed)
  return { columns: { deliveryAt, slotStartsAt, slotEndsAt }, morePaise }
}
