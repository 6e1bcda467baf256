import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { DeliveryOptions } from '#shop/delivery/delivery.schema.ts'
import { listSlots, servedZone } from '#shop/delivery/options/choose-delivery.server.ts'
import { daysResponse } from '#shop/delivery/options/delivery-options.server.ts'
import { orderAmounts } from '#shop/orders/money/order-money.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { maxLeadMinutes } from '#shop/orders/quotes/quotes.store.server.ts'
import { whereNow } from './change-slot.server.ts'
import { requireChanger } from './check-change.server.ts'
import { changeableParts, changeError } from './order-change.ts'

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
export async function orderSlots(
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
  const leadMinutes = await maxLeadMinutes(db, order)
  const { subtotalPaise: subtotal, feePaise: fee, surchargePaise } = orderAmounts(order)
  const listed = await listSlots(deps, {
    zone,
    needs: { leadMinutes, kitchenMinutes: place.kitchenMinutes },
    place,
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
