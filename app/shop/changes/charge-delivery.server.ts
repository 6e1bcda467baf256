import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { deliveryTerms, minimumError, shippingCost } from '#shop/delivery/delivery-fees.ts'
import { findOrderZone } from '#shop/delivery/delivery-plan.ts'
import { addCharges } from '#shop/orders/money/ledger.store.server.ts'
import { type ChargeLine, netCharges, shippingOf } from '#shop/orders/money/ledger.ts'
import type { Order } from '#shop/orders/order.ts'
import { type Paise, sumPaise } from '#shop/values/money.ts'

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
  context: AppContext,
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
