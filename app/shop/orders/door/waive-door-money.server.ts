import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { checkGivenAway } from '../cancel/refund-limit.server.ts'
import { addCharges } from '../money/ledger.store.server.ts'
import { takeOff } from '../money/ledger.ts'
import type { Order } from '../order.ts'
import { lockPlacedOrder } from '../orders.store.server.ts'
import { printCharges } from '../papers/print-charges.server.ts'
import { doorMoneyAfter, doorStanding } from './door-money.ts'

/**
 * Waives the amount due in cash, or the shortfall. A second time changes nothing.
 *
 * @throws AppError not_found; conflict if nothing is due, or all of it was taken; forbidden beyond a manager's limit
 */
export async function waiveDoorMoney(
  deps: AppContext,
  { caller, orderId, reason }: { caller: Caller; orderId: string; reason: string },
) {
  await deps.db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    const left = await waiveOpen(deps, tx, { order, caller, reason })
    checkGivenAway(deps, caller, { before: order, after: left })
  })
}

/**
 * {@link waiveDoorMoney} in a transaction that has locked the order. Also credits its invoices.
 *
 * @param waiver `reason` is the shop's own; the customer reads `creditReason`
 * @returns the changed order; whether its caller may waive so much is not checked
 * @throws AppError conflict if nothing is due, or all of it was taken
 */
export async function waiveOpen(
  context: AppContext,
  tx: Database,
  waiver: { order: Order; caller: Caller; reason: string; creditReason?: string },
): Promise<Order> {
  const { order, caller, reason, creditReason = 'Waived by the shop' } = waiver
  const { state, openPaise: amountPaise } = doorStanding(order)
  if (state === 'waived') return order
  if (!state || !doorMoneyAfter(state, 'waive')) {
    throw new AppError('conflict', `Nothing is due for order ${order.number}.`)
  }
  const now = context.clock.now()
  const left = await addCharges(tx, order, {
    charges: takeOff(order, amountPaise, 'due'),
    cause: 'waived',
    event: `waive-${newId()}`,
    reason: creditReason,
    now,
  })
  await recordAudit(tx, {
    at: now,
    by: caller,
    action: 'waive-cash',
    subject: 'order',
    subjectId: order.id,
    before: { state },
    after: { amountPaise, reason },
  })
  await printCharges(context, tx, left, now)
  return left
}
