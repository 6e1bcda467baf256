import type { Database } from '#platform/database/database.server.ts'
import { findOrder, itemsOf } from '#shop/orders/orders.store.server.ts'
import { isLossKey } from '#shop/payments/disputes.store.server.ts'
import { findOrderRefunds } from '#shop/payments/payments.store.server.ts'
import { chargeableTotal } from './chargeable-total.ts'
import { issueCreditNotes } from './issue-credit-notes.server.ts'
import { documentsOf } from './tax-documents.store.server.ts'

/**
 * Credits what an order's invoices charge beyond what is kept or still due for it, such as the cash for a cake that is not
 * made. For a transaction that has locked the order.
 *
 * @param of whose lines are credited first: an item's, 'delivery', 'surcharge'
 */
export async function creditWhatIsNotDue(
  tx: Database,
  {
    orderId,
    of,
    reason,
    now,
  }: { orderId: string; of?: readonly string[]; reason: string; now: Date },
) {
  const documents = await documentsOf(tx, [orderId])
  const order = await findOrder(tx, orderId)
  if (!order || documents.length === 0) return
  const losses = (await findOrderRefunds(tx, orderId)).filter(({ key }) => isLossKey(key))
  const lostPaise = losses.reduce((sum, { amountPaise }) => sum + amountPaise, 0)
  const chargedPaise = documents.reduce(
    (sum, { kind, totalPaise }) => sum + (kind === 'invoice' ? totalPaise : -totalPaise),
    0,
  )
  const chargeablePaise = chargeableTotal({ order, items: await itemsOf(tx, orderId), lostPaise })
  const amountPaise = chargedPaise - chargeablePaise
  if (amountPaise <= 0) return
  const lines = of?.map((line) => ({ of: line, amountPaise }))
  await issueCreditNotes(tx, { orderId, amountPaise, lines, refundId: null, reason, now })
}
