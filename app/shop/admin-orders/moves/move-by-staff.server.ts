import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { checkPermission } from '#shop/accounts/require-customer.server.ts'
import {
  type DoorMoney,
  takeDoorMoney,
  waiveDue,
} from '#shop/handling/door/take-door-money.server.ts'
import { moveOrder } from '#shop/handling/fulfilment/move-order.server.ts'
import {
  type FailReason,
  fulfilmentLabels,
  type StaffMove,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { doorStanding } from '#shop/orders/money/door-money.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAnyAgreed, isAnyMade } from '#shop/orders/order-rules.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'

export interface StaffMoveRequest {
  caller: Caller
  orderId: string
  move: StaffMove
  /** New for each press; a repeated id is the same move. */
  moveId: string
  /** Who received it. */
  detail: string
  reason?: FailReason
  money?: DoorMoney
  waive?: string
}

/**
 * Moves an order for staff.
 *
 * @returns a sentence for staff
 * @throws AppError not_found; invalid without a reason why a delivery failed, or the money that is due; forbidden to
 *   waive it, or so much; conflict when the order may not move so now, or when nothing of it is made
 */
export async function moveByStaff(deps: AppContext, request: StaffMoveRequest): Promise<string> {
  const { caller, orderId, move, moveId, waive, ...details } = request
  if (waive !== undefined) checkPermission(caller, 'refund')
  if (move === 'fail' && !details.reason) {
    throw fieldError('invalid', 'reason', 'Please say what happened.')
  }
  return deps.db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    if (!isAnyMade(order)) {
      throw new AppError('conflict', `Every item of order ${order.number} is cancelled.`)
    }
    if (move === 'bake' && !isAnyAgreed(order)) {
      throw new AppError('conflict', `No price of order ${order.number} is accepted yet.`)
    }
    const what = move === 'fail' ? { reason: details.reason } : { detail: details.detail }
    const status = await moveOrder(deps, tx, order, { id: moveId, move, by: caller, ...what })
    // A repeated move has already taken its money.
    if (status !== order.fulfilment) await settleMoney(deps, tx, order, request)
    return `Order ${order.number}: ${fulfilmentLabels[status].toLowerCase()}.`
  })
}

/** Takes or waives the money at the door; it is no longer due for a cake that nobody received. */
async function settleMoney(
  deps: AppContext,
  tx: Database,
  order: Order,
  { caller, move, money, waive }: StaffMoveRequest,
) {
  if (move === 'close') {
    const { state } = doorStanding(order)
    const reason = 'Not delivered'
    if (state === 'due') await waiveDue(deps, tx, { order, caller, reason, creditReason: reason })
  }
  if (move !== 'deliver' && move !== 'collect') return
  if (waive === undefined) {
    await takeDoorMoney(deps, tx, { order, money, by: caller.email })
  } else {
    await waiveDue(deps, tx, { order, caller, reason: waive })
  }
}
