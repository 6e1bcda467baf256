import { noSuchOrder } from '#shop/orders/order-errors.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { type AskedAtDoorDeps, askedAtDoor } from './asked-at-door.server.ts'
import type { Due } from './door-money.ts'
import { findOneDoorMoney } from './find-door-money.server.ts'

/** What is due of an order, if it is handed over now. @throws AppError not_found */
export async function loadDue(deps: AskedAtDoorDeps, orderId: string): Promise<Due> {
  const order = await findOrder(deps.db, orderId)
  if (order?.state !== 'placed') throw noSuchOrder()
  return askedAtDoor(deps, order, await findOneDoorMoney(deps.db, order))
}
