import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Actor, auditEntries } from '#shop/audit-log/audit-log.store.server.ts'
import { queueRecipientAwaitsMail } from '#shop/handling/mails/move-mails.server.tsx'
import type { orderPlacedMail } from '#shop/handling/mails/order-mails.server.tsx'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import {
  type Capture,
  capturedPayment,
  withCapture,
} from '#shop/orders/money/ledger.store.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { placedOrder } from '#shop/orders/orders.store.server.ts'
import { printCharges } from '#shop/papers/print-charges.server.ts'

/**
 * Places an order, with the payment that was captured for it: queues its mails, records it in the audit log and issues
 * its invoice, in the caller's transaction.
 *
 * @param order locked, and not placed before
 */
export async function placeOrder(
  context: AppContext,
  tx: Database,
  order: Order,
  { by, captured }: { by: Actor; captured?: Capture },
) {
  const { id: orderId } = order
  const now = context.clock.now()
  const paidPaise = order.paidPaise + (captured?.paise ?? 0)
  await queueMail<typeof orderPlacedMail>(
    context,
    tx,
    'order-placed',
    orderId,
    { orderId },
    {
      ...(captured && { captured: capturedPayment(tx, captured, now) }),
      placed: placedOrder(tx, { id: orderId, paidPaise }, now),
      entry: auditEntries(tx, { at: now, by, action: 'place-order', orderId }),
    },
  )
  // A customised cake is not agreed yet.
  if (order.items.some(({ customize }) => !customize))
    await queueRecipientAwaitsMail(context, tx, order)
  // Last, because it locks the counter of serials until the transaction ends.
  await printCharges(context, tx, captured ? withCapture(order, captured) : order, now)
}
