import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { waiveCash } from '#shop/tax-documents/waive-cash.server.ts'
import { doorMoneyAfter } from './door-money.ts'
import { findDoorStanding, openPaise } from './door-standing.server.ts'

/**
 * Waives what is due of an order in cash, or what was short. A second time changes nothing.
 *
 * @throws AppError not_found; conflict where nothing is due, or all of it was taken
 */
export async function waiveDoorMoney(
  deps: { db: Database; clock: Clock },
  { caller, orderId, reason }: { caller: Caller; orderId: string; reason: string },
) {
  await deps.db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    await waiveOpen(deps, tx, { order, caller, reason })
  })
}

/**
 * {@link waiveDoorMoney} in a transaction that has locked the order: it is due no more, and its invoices are credited.
 *
 * @param waiver `reason` is the shop's own; the customer reads `creditReason`
 * @throws AppError conflict where nothing is due, or all of it was taken
 */
export async function waiveOpen(
  { clock }: { clock: Clock },
  tx: Database,
  waiver: { order: OrderRow; caller: Caller; reason: string; creditReason?: string },
) {
  const { order, caller, reason, creditReason = 'Waived by the shop' } = waiver
  const standing = await findDoorStanding(tx, order)
  const { state } = standing
  if (state === 'waived') return
  if (!state || !doorMoneyAfter(state, 'waive')) {
    throw new AppError('conflict', `Nothing is due for order ${order.number}.`)
  }
  const [amountPaise, now] = [openPaise(standing), clock.now()]
  await waiveCash(tx, { orderId: order.id, amountPaise, reason: creditReason, now })
  await recordAudit(tx, {
    at: now,
    by: caller,
    action: 'waive-cash',
    subject: 'order',
    subjectId: order.id,
    before: { state },
    after: { amountPaise, reason },
  })
}
