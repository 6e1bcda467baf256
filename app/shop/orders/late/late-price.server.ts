import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { type LateScale, latePrice, minutesLate } from '#shop/values/late-scale.ts'
import type { Paise } from '#shop/values/money.ts'
import { isRecipientUnreachable } from '../fulfilment/hand-over.ts'
import { movesOf } from '../fulfilment/order-moves.store.server.ts'
import { lostPaise, shippingOf } from '../money/ledger.ts'
import type { Order } from '../order.ts'
import { exceptionalDaysFrom, findExceptionalDay } from './late.store.server.ts'
import type { Promised } from './late-promise.tsx'

export interface LatePrice {
  minutes: number
  pricePaise: Paise
  outcome: 'owed' | 'nothing' | 'exceptional'
}

interface Delivered {
  order: Order
  /** When it is, or would be, delivered. */
  at: Date
}

/**
 * What a delivery costs the shop by its published scale; null if the order has no slot or is not late. Two queries if it is
 * late, else none.
 */
export async function findLatePrice(
  { lateScale }: { lateScale: LateScale },
  db: Database,
  { order, at }: Delivered,
): Promise<LatePrice | null> {
  const { slotStartsAt, slotEndsAt } = order
  const firstStep = lateScale[0]?.minutes
  if (!slotStartsAt || !slotEndsAt || firstStep === undefined) return null
  if (minutesLate(slotEndsAt, at) < firstStep) return null
  const minutes = minutesLate(slotEndsAt, await whenBrought(db, { order, slotStartsAt, at }))
  const { feePaise, surchargePaise } = shippingOf(order)
  const pricePaise = latePrice(lateScale, minutes, {
    deliveryPaise: feePaise + surchargePaise,
    totalPaise: Math.max(0, order.chargedPaise - lostPaise(order)),
  })
  if (pricePaise === 0) return { minutes, pricePaise, outcome: 'nothing' }
  const exceptional = await findExceptionalDay(db, kolkataDay(slotStartsAt))
  if (exceptional && exceptional.declaredAt < slotStartsAt) {
    return { minutes, pricePaise: 0, outcome: 'exceptional' }
  }
  return { minutes, pricePaise, outcome: 'owed' }
}

/** When it arrived, or earlier if the recipient did not open the door after the slot had begun. */
async function whenBrought(
  db: Database,
  { order, slotStartsAt, at }: { order: Order; slotStartsAt: Date; at: Date },
): Promise<Date> {
  const moves = await movesOf(db, order.id)
  const inVain = moves.find(
    (move) => move.at >= slotStartsAt && isRecipientUnreachable(move.reason),
  )
  return inVain?.at ?? moves.findLast(({ to }) => to === 'delivered')?.at ?? at
}

/** The shop's promise from today on. */
export async function loadPromise({
  db,
  clock,
  lateScale,
}: Pick<AppContext, 'db' | 'clock' | 'lateScale'>): Promise<Promised> {
  const days = await exceptionalDaysFrom(db, kolkataDay(clock.now()))
  return { scale: lateScale, exceptional: days.map(({ day, reason }) => ({ day, reason })) }
}
