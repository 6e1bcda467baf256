import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { may } from '#shop/accounts/roles.ts'
import { fulfilmentLabels, hasLeft } from './fulfilment/fulfilment-status.ts'
import type { Order } from './order.ts'

export const noSuchOrderText = 'There is no such order.'

/** The same for another customer's order and for none, so that it reveals nothing. */
export function notYours(): AppError {
  return new AppError('forbidden', 'These are not your orders.')
}

/** For staff, who may know which orders there are. */
export function noSuchOrder(): AppError {
  return new AppError('not_found', noSuchOrderText)
}

/**
 * Lets through who may see a stored order: its customer, and staff who see orders.
 *
 * @throws AppError forbidden for another's order and for none, unless staff who see orders ask; not_found for those
 */
export function requireSeen<Row extends { state: string; userId: string }>(
  row: Row | null,
  caller: Caller,
): asserts row is Row {
  const seesAll = may(caller.role, 'see-orders')
  if (row?.state === 'placed' && (seesAll || row.userId === caller.id)) return
  throw seesAll ? noSuchOrder() : notYours()
}

/** @throws AppError conflict once an order is on its way, or at its end */
export function requireInShop({ number, fulfilment }: Pick<Order, 'number' | 'fulfilment'>) {
  if (!hasLeft(fulfilment)) return
  const label = fulfilmentLabels[fulfilment].toLowerCase()
  throw new AppError('conflict', `Order ${number}: ${label}. Please look at it again.`)
}
