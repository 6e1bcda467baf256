import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { may } from '#shop/accounts/permissions.ts'
import { checkRecentPassword } from '#shop/accounts/require-customer.server.ts'
import { boundsOfDay, kolkataDay } from '#shop/values/kolkata-time.ts'
import { formatInr, type Paise, sumPaise } from '#shop/values/money.ts'
import type { Order } from '../order.ts'
import {
  givenBySince,
  givenOfOrder,
  givenSince,
  insertGiven,
  lockGiver,
} from './ledger.store.server.ts'

interface GivenStep {
  before: Order
  /** With the charges and payments of this step. */
  after: Order
}

/**
 * Records what a colleague has just given away of an order: by how much it costs less, or what was paid out of the till.
 * Steps that give nothing away are free. The transaction has to fail with the error.
 *
 * @throws AppError forbidden without the permission to refund, and for a manager beyond the limit of an order or a day;
 *   password_needed if the password was typed too long ago
 */
export async function recordGivenAway(
  { shop, clock }: AppContext,
  tx: Database,
  caller: Caller,
  step: GivenStep,
) {
  const { id: orderId } = step.after
  await lockGiver(tx, caller.id)
  const earlierPaise = await givenOfOrder(tx, orderId)
  const { paise, isPaidOut } = givenBy(step, earlierPaise)
  if (paise === 0 && !isPaidOut) return
  if (!may(caller.role, 'refund')) {
    const what = paise > 0 ? `This gives ${formatInr(paise)} away.` : 'This pays money out.'
    throw new AppError('forbidden', `${what} Please ask a manager or the owner.`)
  }
  checkRecentPassword(caller)
  const now = clock.now()
  if (!may(caller.role, 'refund-any-amount')) {
    const ofDayPaise = await givenBySince(tx, caller.id, startOfDay(now))
    requireWithin('of an order', earlierPaise + paise, shop.managerRefundLimitPaise)
    requireWithin('in a day', ofDayPaise + paise, shop.managerDayLimitPaise)
  }
  if (paise > 0) await insertGiven(tx, { orderId, byId: caller.id, paise, at: now })
}

/** What leaves the till counts once: not again if it was charged less before. */
function givenBy({ before, after }: GivenStep, earlierPaise: Paise) {
  const lessPaise = Math.max(0, sumPaise(before.charges) - sumPaise(after.charges))
  const isPaidOut = paidOutPaise(after) > paidOutPaise(before)
  const outPaise = isPaidOut ? paidOutPaise(after) - earlierPaise : 0
  return { paise: Math.max(lessPaise, outPaise), isPaidOut }
}

function paidOutPaise({ payments }: Order): Paise {
  return 0 - sumPaise(payments.filter(({ method, paise }) => method !== 'provider' && paise < 0))
}

function requireWithin(what: string, paise: Paise, limitPaise: Paise) {
  if (paise <= limitPaise) return
  const limit = formatInr(limitPaise)
  throw new AppError(
    'forbidden',
    `A manager can give away at most ${limit} ${what}. Please ask the owner.`,
  )
}

const startOfDay = (now: Date) => boundsOfDay(kolkataDay(now)).from

/** What colleagues have given away today, in Kolkata. */
export const givenAwayToday = (db: Database, now: Date) => givenSince(db, startOfDay(now))
