import { type AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { CurrentPlan } from '#shop/delivery/current-plan.server.ts'
import type { Zone } from '#shop/delivery/delivery-plan.schema.ts'
import { type DeliveryPlan, findZone, hasZones } from '#shop/delivery/delivery-plan.ts'
import {
  findWantedSlot,
  requireOpenSlot,
  type SlotOfDay,
  slotTaken,
} from '#shop/delivery/options/open-slot.server.ts'
import { readSlotContextOfOrder } from '#shop/delivery/options/slot-context.server.ts'
import { findPlace, movePlace, type Reservation } from '#shop/delivery/reservations.store.server.ts'
import { deliveryError, parseDeliveryTime } from '#shop/values/delivery-slot.ts'
import { splitAddress } from '#shop/values/india-address.ts'
import type { Paise } from '#shop/values/money.ts'
import { limitWaived } from '../order-sums.store.server.ts'
import type { OrderRow } from '../whole-orders.store.server.ts'
import { saveOrderTime } from './change-order.store.server.ts'
import { otherSlotError } from './slot-change.ts'

export interface ChangeSlotDeps {
  deliveryPlan: CurrentPlan
  /** The longest lead in minutes that the baker has said for a customised cake of an order; 0 without one. */
  quotedLead(db: Database, orderId: string): Promise<number>
  /**
   * Brings the time to answer an order's quotes before its new delivery.
   *
   * @throws AppError conflict when there is none left
   */
  shortenQuotes(tx: Database, order: OrderRow, now: Date): Promise<void>
  /** What was waived of a part of an order, by whose line it is and what it cost. */
  waivedOf(tx: Database, part: { orderId: string; of: string; paise: Paise }): Promise<Paise>
}

/** Another time of an order, and its slot where the shop has slots. */
export interface NewTime {
  deliveryAt: Date
  slot: { wanted: SlotOfDay; place: Reservation; zone: Zone | null } | null
}

interface TimeRequest {
  /** Locked. */
  order: OrderRow
  time: string
  slotId: string | undefined
  now: Date
}

/**
 * What is asked for, before it is looked at whether it can be had; null where that is the order's slot, or time, already.
 *
 * @throws AppError invalid for what was never to be had, conflict where the shop delivers otherwise than when it was ordered
 */
export async function findNewTime(
  { deliveryPlan }: Pick<ChangeSlotDeps, 'deliveryPlan'>,
  tx: Database,
  { order, time, slotId, now }: TimeRequest,
): Promise<NewTime | null> {
  const deliveryAt = parseDeliveryTime(time)
  const where = await whereNow(tx, deliveryPlan.current(), order)
  if (where === 'without-slots') {
    return deliveryAt.getTime() === order.deliveryAt.getTime() ? null : { deliveryAt, slot: null }
  }
  const { plan, place, zone } = where
  const asked = { time: deliveryAt, slotId, isPickup: order.isPickup, now }
  const wanted = findWantedSlot(plan, asked)
  const isSame = wanted.day === place.day && wanted.slot.id === place.slotId
  return isSame ? null : { deliveryAt, slot: { wanted, place, zone } }
}

/** What of the plan holds for an order that has a place; its zone is null for pickup. */
interface WhereNow {
  plan: DeliveryPlan
  place: Reservation
  zone: Zone | null
}

/** @throws AppError conflict where the shop delivers otherwise than when it was ordered */
export async function whereNow(
  db: Database,
  plan: DeliveryPlan,
  { reservationId, isPickup, zone: name, address }: OrderRow,
): Promise<WhereNow | 'without-slots'> {
  if (hasZones(plan) !== (reservationId !== null)) throw otherwise()
  const place = reservationId === null ? null : await findPlace(db, reservationId)
  if (!place) return 'without-slots'
  const zone = isPickup ? null : findZone(plan, splitAddress(address)?.pincode ?? '')
  if (!isPickup && zone?.name !== name) throw otherwise()
  return { plan, place, zone }
}

function otherwise(): AppError {
  const sentence =
    'Where and when we deliver has changed since you ordered. Please cancel and order again.'
  return fieldError('conflict', 'time', sentence)
}

/**
 * Moves an order to another time: its place, its minutes of the kitchen, what its slot costs, and with it its lock. Gives the
 * order as it is then. What it costs less is not yet given back.
 *
 * @throws AppError conflict for a slot that is full, closed or dearer, invalid for one that was never to be had
 */
export async function moveToTime(
  deps: ChangeSlotDeps,
  tx: Database,
  { order, time, now }: { order: OrderRow; time: NewTime; now: Date },
): Promise<OrderRow> {
  const { deliveryAt, slot } = time
  const leadMinutes = Math.max(order.leadMinutes, await deps.quotedLead(tx, order.id))
  if (!slot) {
    const error = deliveryError(deliveryAt, now, leadMinutes / 60)
    if (error) throw fieldError('invalid', 'time', error)
    return saveTime(deps, tx, { order, changes: { deliveryAt }, now })
  }
  const { wanted, place, zone } = slot
  const { surchargePaise, kind } = wanted.slot
  const error = otherSlotError({
    morePaise: surchargePaise - order.surchargePaise,
    kind,
    isCashOrder: order.cardPaise === 0 && order.subtotalPaise > 0,
  })
  if (error) throw fieldError('conflict', 'time', error)
  const days = { first: wanted.day, last: wanted.day }
  const asked = { place, leadMinutes, zone, ...days, now }
  const option = requireOpenSlot(await readSlotContextOfOrder({ ...deps, db: tx }, asked), wanted)
  const to = { day: option.day, slotId: option.slot.id, productionDay: option.productionDay }
  const plan = deps.deliveryPlan.current()
  if (!(await movePlace(tx, { id: place.id, to, plan }))) throw slotTaken(option)
  const changes = {
    deliveryAt,
    slotStartsAt: option.startsAt,
    slotEndsAt: option.endsAt,
    ...withSurcharge(order, option.slot.surchargePaise),
  }
  return saveTime(deps, tx, { order, changes, now })
}

/** What an order costs with another surcharge: the card has paid what is saved, cash is due the less. */
function withSurcharge(order: OrderRow, surchargePaise: number) {
  const less = order.surchargePaise - surchargePaise
  const shippingPaise = order.shippingPaise - less
  return order.cardPaise > 0
    ? { surchargePaise, shippingPaise, savedPaise: order.savedPaise + less }
    : { surchargePaise, shippingPaise, cashPaise: order.cashPaise - less }
}

async function saveTime(
  deps: ChangeSlotDeps,
  tx: Database,
  {
    order,
    changes,
    now,
  }: { order: OrderRow; changes: Parameters<typeof saveOrderTime>[2]; now: Date },
): Promise<OrderRow> {
  await saveOrderTime(tx, order.id, changes)
  if (order.waivedPaise > 0) {
    const paise = order.surchargePaise - (changes.surchargePaise ?? order.surchargePaise)
    const saved = { orderId: order.id, of: 'surcharge', paise }
    await limitWaived(tx, order.id, await deps.waivedOf(tx, saved))
  }
  const moved = { ...order, ...changes }
  await deps.shortenQuotes(tx, moved, now)
  return moved
}
