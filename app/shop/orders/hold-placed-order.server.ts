import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { lockOrder } from './orders.store.server.ts'
import type { OrderRow } from './whole-orders.store.server.ts'

/** A placed order, held until the transaction ends. @throws AppError not_found when there is none of this id */
export async function lockPlacedOrder(tx: Database, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId)
  if (order?.state !== 'placed') throw new AppError('not_found', 'There is no such order.')
  return order
}
