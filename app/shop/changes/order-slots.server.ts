import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import {
  type DeliveryOptions,
  optionsSchema,
  requestedDaysShape,
} from '#shop/delivery/delivery.schema.ts'
import {
  listSlots,
  servedZone,
  whyNotOnDays,
  whyNotToZone,
} from '#shop/delivery/options/choose-delivery.server.ts'
import { daysResponse } from '#shop/delivery/options/delivery-options.server.ts'
import { orderOrLink, requireActor } from '#shop/orders/links/tracking-link.server.ts'
import { orderAmounts } from '#shop/orders/money/order-money.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { maxLeadMinutes } from '#shop/orders/quotes/quotes.store.server.ts'
import { madeLines } from '#shop/orders/sold/take-pieces.server.ts'
import { pincodeSchema } from '#shop/values/india-address.schema.ts'
import { whereNow } from './change-slot.server.ts'
import { requireChanger } from './check-change.server.ts'
import { changeableParts, changeError } from './order-change.ts'

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
