import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Actor } from '#shop/audit-log/audit-log.store.server.ts'
import { queueOrderPreparedMail } from '../mails/announce-prepared.job.server.ts'
import type { Order } from '../order.ts'
import { orderProgress } from '../order-rules.ts'
import type { FulfilmentStatus, OrderMove } from './fulfilment-status.ts'
import { moveOrder } from './move-order.server.ts'

/**
 * Moves an order to where its items are: once every item that will be made is prepared, it is ready and its customer is
 * mailed; a ready one that has something to make again goes back to the kitchen. Call it in the transaction that has
 * locked the order and moved its items.
 */
export async function moveByItems(
  context: Pick<AppContext, 'clock' | 'jobs'>,
  tx: Database,
  order: Order,
  by: Actor,
) {
  const move = moveThatFollows(order.fulfilment, orderProgress(order).label === 'Prepared')
  if (move) await moveOrder(context, tx, order, { move, by })
  if (move === 'prepare') await queueOrderPreparedMail(context, tx, order)
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
