import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { Actor } from '#shop/audit-log/audit-log.store.server.ts'
import { queueOrderPreparedMail } from '../mails/announce-prepared.job.server.ts'
import { itemsOf } from '../orders.store.server.ts'
import { rowsProgress } from '../whole-orders.store.server.ts'
import type { FulfilmentStatus, OrderMove } from './fulfilment-status.ts'
import { type MovedOrder, moveOrder } from './move-order.server.ts'

/**
 * What follows from a changed item: once every item that will be made is prepared, the order is ready and its customer is
 * mailed; a ready one that has something to make again goes back to the kitchen. Call it in the transaction that has
 * locked the order and changed the item.
 */
export async function followItems(
  deps: { jobs: Jobs; clock: Clock },
  tx: Database,
  order: MovedOrder,
  by: Actor,
) {
  const items = await itemsOf(tx, order.id)
  const { label } = rowsProgress(items)
  const move = moveThatFollows(order.fulfilment, label === 'Prepared')
  if (move) await moveOrder(deps, tx, order, { move, by })
  if (move === 'prepare') await queueOrderPreparedMail(deps, tx, order.id, items)
}

/** The move that brings an order to where its items are; null when it is there, or has left the kitchen. */
function moveThatFollows(
  fulfilment: FulfilmentStatus,
  isPrepared: boolean,
): Extract<OrderMove, 'prepare' | 'undoPrepare'> | null {
  if (fulfilment === 'ready') return isPrepared ? null : 'undoPrepare'
  const isInKitchen = fulfilment === 'placed' || fulfilment === 'baking'
  return isInKitchen && isPrepared ? 'prepare' : null
}
