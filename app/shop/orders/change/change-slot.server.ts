import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
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
import { type Refunded, refundOverpaid } from '../refunds/refund-overpaid.server.ts'
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
  changeId: string
  now: Date
}

/**
 * Moves an order's place, its kitchen minutes, its surcharge and its lock. The difference is refunded, or less is due.
 *
 * @throws AppError conflict for a slot that is full, closed or dearer, and while a dispute forbids the refund; invalid
 *   for one that does not exist
 */
export async function moveToTime(
  context: SlotContext,
  tx: Database,
  { order, time, changeId, now }: TimeChange,
): Promise<Refunded> {
  const changes = await findSlotChanges(context, tx, { order, time, now })
  await saveOrderTime(tx, order.id, changes.columns)
  const moved = { ...order, ...changes.columns }
  await shortenQuotes(tx, { plan: context.deliveryPlan.current(), order: moved, now })
  if (changes.lessPaise === 0) return { order: moved, refundedPaise: 0 }
  const [event, reason] = [`slot-${changeId}`, 'Changed to a cheaper slot']
  const charged = await addCharges(tx, moved, {
    charges: [{ line: 'surcharge', itemId: null, paise: -changes.lessPaise }],
    cause: 'changed',
    event,
    reason,
    now,
  })
  try {
    return await refundOverpaid(context, tx, charged, { event, reason })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
    const sentence =
      'Your bank is asking about this payment, so we can’t refund the difference now. Please choose a slot at the same price.'
    throw fieldError('conflict', 'time', sentence)
  }
}

/** The order's new columns after its place has moved, and how much less the slot costs. */
async function findSlotChanges(
  context: SlotContext,
  tx: Database,
  { order, time: { deliveryAt, slot }, now }: Omit<TimeChange, 'changeId'>,
) {
  const leadMinutes = await maxLeadMinutes(tx, order)
  if (!slot) {
    const error = deliveryError(deliveryAt, now, leadMinutes / 60)
    if (error) throw fieldError('invalid', 'time', error)
    return { columns: { deliveryAt }, lessPaise: 0 }
  }
  const { wanted, place, zone } = slot
  const { surchargePaise, kind } = wanted.slot
  const morePaise = surchargePaise - shippingOf(order).surchargePaise
  const isCashOrder =
    order.paymentMethod === 'cash' && order.items.some(({ customize }) => !customize)
  const error = otherSlotError({ morePaise, kind, isCashOrder })
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
  const lessPaise = Math.min(-morePaise, owed)
  return { columns: { deliveryAt, slotStartsAt, slotEndsAt }, lessPaise }
}
