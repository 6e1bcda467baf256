import { AppError, fieldError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { FailReason } from '#shop/orders/fulfilment/fail-reasons.ts'
import { fulfilmentLabels, type StaffMove } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { moveOrder } from '#shop/orders/fulfilment/move-order.server.ts'
import { itemsOf, lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { rowsProgress } from '#shop/orders/whole-orders.store.server.ts'

export interface StaffMoveRequest {
  caller: Caller
  orderId: string
  move: StaffMove
  /** New for each press: the same again is the same move. */
  moveId: string
  /** To whom it was given. */
  detail: string
  /** Why it could not be handed over. */
  reason?: FailReason
}

/**
 * Moves an order on its way as its staff say. Returns a sentence for them.
 *
 * @throws AppError not_found; invalid without a reason why a delivery failed; conflict when the order may not move so now, or
 *   when nothing of it is made
 */
export async function moveByStaff(
  deps: { db: Database; jobs: Jobs; clock: Clock },
  { caller, orderId, move, moveId, ...said }: StaffMoveRequest,
): Promise<string> {
  if (move === 'fail' && !said.reason) {
    throw fieldError('invalid', 'reason', 'Please say what happened.')
  }
  return deps.db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    const items = await itemsOf(tx, orderId)
    const { toMake } = rowsProgress(items)
    if (toMake === 0) {
      throw new AppError('conflict', `Every item of order ${order.number} is cancelled.`)
    }
    const what = move === 'fail' ? { reason: said.reason } : { detail: said.detail }
    const status = await moveOrder(deps, tx, order, { id: moveId, move, by: caller, ...what })
    return `Order ${order.number}: ${fulfilmentLabels[status].toLowerCase()}.`
  })
}
