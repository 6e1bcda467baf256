import { type AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { DeliveryPlan } from '#shop/delivery/delivery-plan.ts'
import type { Order } from '../order.ts'
import { longestLeadHours, quotesOfOrder, saveAnswerBy } from './quotes.store.server.ts'
import { findAnswerBy } from './take-quoted-work.server.ts'

/** The longest lead in minutes that the baker has said for a cake of an order which is, or may be, made; 0 without one. */
export async function quotedLead(db: Database, orderId: string): Promise<number> {
  return (await longestLeadHours(db, orderId)) * 60
}

/**
 * Brings the time to answer an order's open quotes before its new delivery, for the transaction that has moved it. A time
 * that is early enough stays.
 *
 * @throws AppError conflict when there is none left
 */
export async function shortenQuotes(
  tx: Database,
  { plan, order, now }: { plan: DeliveryPlan; order: Order; now: Date },
) {
  for (const quote of await quotesOfOrder(tx, order.id)) {
    if (quote.status !== 'open') continue
    const answerBy = findAnswerBy({ plan, order, work: quote, now })
    if (!answerBy || answerBy <= now) throw tooSoon()
    if (answerBy < quote.answerBy) await saveAnswerBy(tx, quote.id, answerBy)
  }
}

function tooSoon(): AppError {
  const sentence =
    'This is too soon for the cake whose price you have not answered yet. Please choose a later time.'
  return fieldError('conflict', 'time', sentence)
}
