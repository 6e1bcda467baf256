import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { newId } from '#platform/new-id.server.ts'
import { type Actor, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { hasStreet } from '#shop/values/india-address.ts'
import { queueMoveMails } from '../mails/queue-move-mails.server.ts'
import type { OrderRow } from '../whole-orders.store.server.ts'
import { type FailReason, failLabels } from './fail-reasons.ts'
import {
  type FulfilmentStatus,
  fulfilmentAfter,
  fulfilmentLabels,
  type OrderMove,
} from './fulfilment-status.ts'
import { findMove, insertMove, type OrderMoveRow } from './order-moves.store.server.ts'

export interface RequestedMove {
  /** Made by who moves it, where a line may break; the same id again is the same move. */
  id?: string
  move: OrderMove
  /** The signed-in person, or the shop for somebody with a link. */
  by: Actor
  /** Who that is, where it is the shop: 'rider'. */
  role?: 'rider'
  /** To whom it was given. */
  detail?: string
  /** Why it could not be handed over; people read its label as the detail. */
  reason?: FailReason
}

/** What of an order decides whether it may move. */
export type MovedOrder = Pick<
  OrderRow,
  'id' | 'number' | 'fulfilment' | 'isPickup' | 'address' | 'recipientEmail' | 'dispatchHeldAt'
>

/**
 * Moves an order on its way, in a transaction that has locked it, records that and tells who is told. The same move again
 * changes nothing.
 *
 * @returns where it is now
 * @throws AppError conflict when the move may not be made now, or its id was used for another one
 */
export async function moveOrder(
  deps: { jobs: Jobs; clock: Clock },
  tx: Database,
  order: MovedOrder,
  { id, move, by, role, reason, detail = reason ? failLabels[reason] : '' }: RequestedMove,
): Promise<FulfilmentStatus> {
  const earlier = id ? await findMove(tx, id) : null
  if (earlier) return requireSameMove(earlier, { orderId: order.id, move })
  const from = order.fulfilment
  const to = fulfilmentAfter(from, move, order)
  if (!to) {
    const label = fulfilmentLabels[from].toLowerCase()
    throw new AppError('conflict', `Order ${order.number} is ${label}. Please look at it again.`)
  }
  if (move === 'dispatch') checkDispatch(order)
  const at = deps.clock.now()
  const who = by === 'shop' ? (role ?? 'shop') : by.email
  const said = { detail, reason: reason ?? null }
  const made = { id: id ?? newId(), orderId: order.id, move, from, to, at, by: who, ...said }
  await insertMove(tx, made)
  await recordAudit(tx, {
    at,
    by,
    action: 'move-order',
    subject: 'order',
    subjectId: order.id,
    before: { fulfilment: from },
    after: { fulfilment: to, by: role, detail: detail || undefined },
  })
  await queueMoveMails(deps, tx, order, made)
  return to
}

/** @throws AppError conflict for an order that must not leave yet */
function checkDispatch({ number, address, dispatchHeldAt }: MovedOrder) {
  if (dispatchHeldAt) {
    throw new AppError(
      'conflict',
      `The customer says that something is wrong with order ${number}. Look at it, and let it leave on its page.`,
    )
  }
  if (!hasStreet(address)) {
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
