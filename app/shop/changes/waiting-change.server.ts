import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { isForChange, type PricedChanges, payUntil } from '#shop/orders/money/ledger.ts'
import { updatePayment } from '#shop/orders/money/payments.store.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { lockOrder } from '#shop/orders/orders.store.server.ts'
import type { OrderChanges } from './change-order.schema.ts'
import { requireChanger } from './check-change.server.ts'

/** The payment that a change of this order waits for; null for none. */
export function waitingChange({ payments }: Order, now: Date) {
  const payment = payments.findLast(isForChange)
  return payment?.status === 'started' && payUntil(payment) > now ? payment : null
}

/** A change on top of the one that waits: both in one, so that one payment buys them. */
export function together(waiting: PricedChanges, later: OrderChanges): OrderChanges {
  const { slot } = later.time === undefined ? waiting : later
  return {
    ...waiting,
    ...later,
    slot,
    address: { ...waiting.address, ...later.address },
    items: byId([...(waiting.items ?? []), ...(later.items ?? [])]),
    added: byId([...(waiting.added ?? []), ...(later.added ?? [])]),
  }
}

/** One for each id, in the place of the first. */
function byId<Line extends { id: string }>(lines: readonly Line[]): Line[] {
  const found = new Map<string, Line>()
  for (const line of lines) found.set(line.id, { ...found.get(line.id), ...line })
  return [...found.values()]
}

/**
 * Drops a change that waits for its payment, which is cancelled at its provider within a minute: whoever may change the
 * order may do it.
 *
 * @param id of the payment
 * @throws AppError forbidden for another customer's order; conflict if another change waits by now
 */
export async function dropChange(
  { db, clock }: AppContext,
  { caller, orderId, id }: { caller: Caller; orderId: string; id: string },
): Promise<string> {
  return db.transaction(async (tx) => {
    const { order } = requireChanger(await lockOrder(tx, orderId), caller)
    const now = clock.now()
    const waiting = waitingChange(order, now)
    if (!waiting) return 'Nothing was changed.'
    if (waiting.id !== id)
      throw new AppError('conflict', 'Another change waits by now. Please look at it first.')
    await updatePayment(tx, id, { until: now, updatedAt: now })
    await recordAudit(tx, { at: now, by: caller, action: 'drop-change', orderId })
    return 'The change that waited is dropped.'
  })
}
