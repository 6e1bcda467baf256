import type { Database } from '#platform/database/database.server.ts'
import { isRecipientUnreachable } from '#shop/orders/fulfilment/fail-reasons.ts'
import { movesOf } from '#shop/orders/fulfilment/order-moves.store.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { type LateScale, latePrice, minutesLate } from '#shop/values/late-scale.ts'
import type { Paise } from '#shop/values/money.ts'
import { findExceptionalDay, type LateDelivery } from './late.store.server.ts'

/** What a late delivery costs the shop: less is due in cash, and the rest is refunded to the card. */
export type LatePrice = Pick<LateDelivery, 'minutes' | 'cashPaise' | 'cardPaise'> & {
  outcome: 'owed' | 'nothing' | 'exceptional'
}

interface Delivered {
  order: OrderRow
  /** What is due in cash. */
  duePaise: Paise
  /** When it is, or would be, delivered. */
  at: Date
}

/**
 * What a delivery costs the shop by its published scale; null where nothing can be owed: the order has no slot, or is not
 * late. Two queries where it is late, and none else.
 */
export async function findLatePrice(
  { lateScale }: { lateScale: LateScale },
  db: Database,
  { order, duePaise, at }: Delivered,
): Promise<LatePrice | null> {
  const { slotStartsAt, slotEndsAt } = order
  const firstStep = lateScale[0]?.minutes
  if (!slotStartsAt || !slotEndsAt || firstStep === undefined) return null
  if (minutesLate(slotEndsAt, at) < firstStep) return null
  const minutes = minutesLate(slotEndsAt, await whenBrought(db, { order, slotStartsAt, at }))
  const totalPaise = order.cardPaise - order.refundedPaise + duePaise
  const costs = { deliveryPaise: order.shippingPaise, totalPaise }
  const pricePaise = latePrice(lateScale, minutes, costs)
  const nothing = { minutes, cashPaise: 0, cardPaise: 0 }
  if (pricePaise === 0) return { ...nothing, outcome: 'nothing' }
  const exceptional = await findExceptionalDay(db, kolkataDay(slotStartsAt))
  if (exceptional && exceptional.declaredAt < slotStartsAt) {
    return { ...nothing, outcome: 'exceptional' }
  }
  const cashPaise = Math.min(pricePaise, duePaise)
  return { minutes, outcome: 'owed', cashPaise, cardPaise: pricePaise - cashPaise }
}

/** When it arrived, or stood before a door that its recipient did not open once the slot had begun: the earlier of the two. */
async function whenBrought(
  db: Database,
  { order, slotStartsAt, at }: { order: OrderRow; slotStartsAt: Date; at: Date },
): Promise<Date> {
  const moves = await movesOf(db, order.id)
  const inVain = moves.find(
    (move) => move.at >= slotStartsAt && isRecipientUnreachable(move.reason),
  )
  return inVain?.at ?? moves.findLast(({ to }) => to === 'delivered')?.at ?? at
}
