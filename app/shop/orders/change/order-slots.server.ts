import { fieldError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { DeliveryOptions } from '#shop/delivery/options/delivery-options.endpoints.ts'
import { daysResponse, requestedDates } from '#shop/delivery/options/delivery-options.server.ts'
import { readSlotContextOfOrder } from '#shop/delivery/options/slot-context.server.ts'
import { daysAhead } from '#shop/delivery/slot-options.ts'
import { toRupees } from '#shop/values/money.ts'
import { notYours } from '../order-errors.ts'
import { agreedPaise } from '../order-money.ts'
import { findOrder, itemsOf } from '../orders.store.server.ts'
import { toChangeable } from './change-order.server.ts'
import { type ChangeSlotDeps, whereNow } from './change-slot.server.ts'
import { changeableParts, changeError } from './order-change.ts'

export interface OrderSlotsDeps extends Pick<ChangeSlotDeps, 'deliveryPlan' | 'quotedLead'> {
  db: Database
  clock: Clock
}

interface SlotsRequest {
  caller: Caller
  orderId: string
  from?: string
  days: number
}

/**
 * Every slot of some days, and whether a placed order can be moved to it, by the rule by which that is done. Its own is open
 * and costs what it was ordered for; a dearer one is open too. None for an order without a slot.
 *
 * @throws AppError forbidden for another's order; conflict once it is locked, or where the shop delivers otherwise now
 */
export async function orderSlots(
  deps: OrderSlotsDeps,
  { caller, orderId, from, days }: SlotsRequest,
): Promise<Pick<DeliveryOptions, 'days'>> {
  const { db, clock } = deps
  const order = await findOrder(db, orderId)
  if (order?.state !== 'placed' || order.userId !== caller.id) throw notYours()
  const now = clock.now()
  const items = await itemsOf(db, orderId)
  const changeable = toChangeable(order, items)
  if (!changeableParts(changeable, now).includes('time')) {
    throw fieldError('conflict', 'time', changeError(changeable, now))
  }
  const where = await whereNow(db, deps.deliveryPlan.current(), order)
  if (where === 'without-slots') return { days: [] }
  const { plan, place, zone } = where
  const dates = requestedDates(daysAhead(plan, now), from, days)
  const [first, last] = [dates[0], dates.at(-1)]
  if (!first || !last) return { days: [] }

  const leadMinutes = Math.max(order.leadMinutes, await deps.quotedLead(db, orderId))
  const asked = { place, leadMinutes, zone, first, last, now }
  const subtotal = order.subtotalPaise + agreedPaise(items)
  const fee = order.shippingPaise - order.surchargePaise
  const answer = daysResponse(await readSlotContextOfOrder(deps, asked), {
    dates,
    isPickup: order.isPickup,
    subtotal,
    shippingOf: (surchargePaise) => fee + surchargePaise,
  })
  const own = {
    state: 'open' as const,
    placesLeft: null,
    surcharge: toRupees(order.surchargePaise),
    total: toRupees(subtotal + order.shippingPaise),
  }
  return {
    days: answer.map((each) => ({
      ...each,
      slots: each.slots.map((slot) =>
        each.day === place.day && slot.id === place.slotId ? { ...slot, ...own } : slot,
      ),
    })),
  }
}
