import type { Database } from '#platform/database/database.server.ts'
import { addWaived } from '#shop/orders/order-sums.store.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { creditWhatIsNotDue } from './credit-what-is-not-due.server.ts'

/**
 * Lowers what is due of an order in cash and credits its invoices: the one way for every cause. For a transaction that has
 * locked the order.
 *
 * @param waived at most what is due in cash; the customer reads `reason` on the credit note, where it stays for good
 */
export async function waiveCash(
  tx: Database,
  waived: { orderId: string; amountPaise: Paise; reason: string; now: Date },
) {
  const { orderId, amountPaise, reason, now } = waived
  await addWaived(tx, orderId, amountPaise)
  await creditWhatIsNotDue(tx, { orderId, reason, now })
}
