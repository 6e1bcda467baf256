import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/secrets.server.ts'
import { type Actor, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import {
  type FailReason,
  type FulfilmentStatus,
  failLabels,
  fulfilmentAfter,
  fulfilmentPhrases,
  type OrderMove,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { isAddressMissing } from '#shop/orders/order-rules.ts'
import type { OrderRow } from '#shop/orders/orders.store.server.ts'
import {
  findMove,
  insertMove,
  type OrderMoveRow,
  statusBeforePrepare,
} from '../handling.store.server.ts'
import { queueMoveMails } from '../mails/move-mails.server.tsx'

export interface RequestedMove {
  /** A client may send a move again: the same id is the same move. */
  id?: string
  move: OrderMove
  /** The signed-in person, or the shop for somebody with a link. */
  by: Actor
  /** A rider acts as the shop. */
  role?: 'rider'
  detail?: string
  /** Its label becomes the detail. */
  reason?: FailReason
}

export type MovedOrder = Pick<
  OrderRow,
  'id' | 'number' | 'fulfilment' | 'isPickup' | 'address' | 'recipientEmail' | 'dispatchHeldAt'
>

/**
 * Moves an order, in a transaction that has locked it, and queues the mails about it. Repeating a move changes nothing.
 *
 * @returns the new status
 * @throws AppError conflict if the move is not possible now, or its id was used for another one
 */
export async function moveOrder(
  context: AppContext,
  tx: Database,
  order: MovedOrder,
  { id, move, by, role, reason, detail = reason ? failLabels[reason] : '' }: RequestedMove,
): Promise<FulfilmentStatus> {
  const earlier = id ? await findMove(tx, id) : null
  if (earlier) return requireSameMove(earlier, { orderId: order.id, move })
  const from = order.fulfilment
  const next = fulfilmentAfter(from, move, order)
  if (!next) {
    const where = fulfilmentPhrases[from]
    throw new AppError('conflict', `Order ${order.number} ${where}. Please look at it again.`)
  }
  if (move === 'dispatch') checkDispatch(order)
  const to = move === 'undoPrepare' ? await statusBeforePrepare(tx, order.id) : next
  const at = context.clock.now()
  const made = {
    id: id ?? newId(),
    orderId: order.id,
    move,
    from,
    to,
    at,
    by: by === 'shop' ? (role ?? 'shop') : by.email,
    detail,
    reason: reason ?? null,
  }
  await insertMove(tx, made)
  await recordAudit(tx, {
    at,
    by,
    action: 'move-order',
    orderId: order.id,
    before: { fulfilment: from },
    after: { fulfilment: to, by: role, detail: detail || undefined },
  })
  await queueMoveMails(context, tx, order, made)
  return to
}

/** @throws AppError conflict for an order that may not leave yet */
function checkDispatch(order: MovedOrder) {
  const { number, dispatchHeldAt } = order
  if (dispatchHeldAt) {
    throw new AppError(
      'conflict',
      `The customer says that something is wrong with order ${number}. Look at it, and let it leave on its page.`,
    )
  }
  if (isAddressMissing(order)) {
    throw new AppError('conflict', `The address of order ${number} is missing. Ask the customer.`)
  }
}

function requireSameMove(
  earlier: OrderMoveRow,
  { orderId, move }: Pick<OrderMoveRow, 'orderId' | 'move'>,
): FulfilmentStatus {
  if (earlier.orderId === orderId && earlier.move === move) return earlier.to
  throw new AppError('conflict', 'This move was already used for another order.')
}
