import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { deliveryTerms, minimumError, shippingCost } from '#shop/delivery/delivery-fees.ts'
import { findOrderZone } from '#shop/delivery/delivery-plan.ts'
import { shippingOf } from '#shop/orders/money/ledger.ts'
import type { Order } from '#shop/orders/order.ts'
import { type Paise, sumPaise } from '#shop/values/money.ts'
import { chargeDifference } from './charge-difference.server.ts'

interface ChangedOrder {
  before: Order
  after: Order
  /** The event of this change in charges. */
  event: string
  now: Date
}

/**
 * Charges what the delivery costs more or less, with other cakes or in another zone: the difference by the fees of today,
 * so that what was agreed before stays agreed.
 *
 * @throws AppError conflict below the minimum of the zone
 */
export async function chargeDelivery(
  context: Pick<AppContext, 'deliveryPlan' | 'shop'>,
  tx: Database,
  { before, after, event, now }: ChangedOrder,
): Promise<Order> {
  const plan = context.deliveryPlan.current()
  const [from, to] = [before, after].map((order) => findOrderZone(plan, order))
  const [subtotalBefore, subtotal] = [readyMadePaise(before), readyMadePaise(after)]
  if (after.isPickup || !from || !to || (from === to && subtotal === subtotalBefore)) return after
  const hasCustom = after.items.some(({ customize }) => customize)
  const error =
    from !== to || subtotal < subtotalBefore ? minimumError(to, { subtotal, hasCustom }) : null
  if (error) throw fieldError('conflict', from === to ? 'items' : 'address.pincode', error)
  const todayPaise = shippingCost(deliveryTerms(to, 0), subtotal)
  const morePaise = todayPaise - shippingCost(deliveryTerms(from, 0), subtotalBefore)
  return chargeDifference(context, tx, after, {
    line: 'delivery',
    // Nobody pays more than today's fee.
    morePaise: Math.min(morePaise, Math.max(0, todayPaise - shippingOf(before).feePaise)),
    event,
    reason: 'The delivery costs less after a change',
    now,
  })
}

/** What a free delivery and a minimum count. */
function readyMadePaise({ items }: Order): Paise {
  const counted = items.filter(({ customize, status }) => !customize && status !== 'cancelled')
  return sumPaise(counted.map(({ unitPaise, amount }) => ({ paise: unitPaise * amount })))
}
