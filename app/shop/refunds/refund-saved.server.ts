import { AppError, fieldError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { creditWhatIsNotDue } from '#shop/tax-documents/credit-what-is-not-due.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { requestRefund } from './request-refund.server.ts'

interface Saved {
  /** Locked, and as it costs since it has a cheaper slot. */
  order: Pick<OrderRow, 'id' | 'cardPaise' | 'refundedPaise' | 'surchargePaise'>
  savedPaise: Paise
  /** What the credit note says. */
  reason: string
}

/**
 * Gives back what an order's slot costs less, in the transaction that changes the slot: refunded where the card paid it,
 * credited where it was due in cash. Once for each surcharge: it can only become lower.
 *
 * @returns what is refunded: not more than is left of the card payment
 * @throws AppError conflict while a dispute forbids it
 */
export async function refundSaved(
  deps: { jobs: Jobs; clock: Clock },
  tx: Database,
  { order, savedPaise, reason }: Saved,
): Promise<Paise> {
  const { id: orderId, surchargePaise } = order
  if (order.cardPaise === 0) {
    await creditWhatIsNotDue(tx, { orderId, of: ['surcharge'], reason, now: deps.clock.now() })
    return 0
  }
  const amountPaise = Math.min(savedPaise, order.cardPaise - order.refundedPaise)
  if (amountPaise === 0) return 0
  try {
    await requestRefund(deps, tx, {
      order,
      amountPaise,
      reason,
      creditReason: reason,
      isReduction: true,
      key: `slot-${orderId}-${surchargePaise}`,
      lines: [{ of: 'surcharge', amountPaise }],
    })
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
    const sentence =
      'Your bank asks about this payment, so we cannot refund the difference now. Please choose a slot at the same price.'
    throw fieldError('conflict', 'time', sentence)
  }
  return amountPaise
}
