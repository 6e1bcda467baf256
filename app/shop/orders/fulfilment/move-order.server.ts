import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { newId } from '#platform/new-id.server.ts'
import { type Actor, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { tellOfMove } from '../mails/way-mails.server.tsx'
import type { OrderRow } from '../whole-orders.store.server.ts'
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
  /** To whom it was given, or why it was not. */
  detail?: string
}

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
  order: Pick<OrderRow, 'id' | 'number' | 'fulfilment' | 'isPickup' | 'recipientEmail'>,
  { id, move, by, role, detail = '' }: RequestedMove,
): Promise<FulfilmentStatus> {
  const earlier = id ? await findMove(tx, id) : null
  if (earlier) return requireSameMove(earlier, { orderId: order.id, move })
  const from = order.fulfilment
  const to = fulfilmentAfter(from, move, order)
  if (!to) {
    const label = fulfilmentLabels[from].toLowerCase()
    throw new AppError('conflict', `Order ${order.number} is ${label}. Please look at it again.`)
  }
  const at = deps.clock.now()
  const who = by === 'shop' ? (role ?? 'shop') : by.email
  const made = { id: id ?? newId(), orderId: order.id, move, from, to, at, by: who, detail }
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
  await tellOfMove(deps, tx, order, made)
  return to
}

function requireSameMove(
  earlier: OrderMoveRow,
  { orderId, move }: Pick<OrderMoveRow, 'orderId' | 'move'>,
): FulfilmentStatus {
  if (earlier.orderId === orderId && earlier.move === move) return earlier.to
  throw new AppError('conflict', 'This move was already used for another order.')
}
