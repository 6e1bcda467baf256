import { AppError } from '#platform/app-error.ts'
import { fulfilmentLabels, hasLeft } from './fulfilment/fulfilment-status.ts'
import { noSuchOrderText, type Order } from './order.schema.ts'

/** The same for another customer's order and for none, so that it reveals nothing. */
export function notYours(): AppError {
  return new AppError('forbidden', 'These are not your orders.')
}

/** For staff, who may know which orders there are. */
export function noSuchOrder(): AppError {
  return new AppError('not_found', noSuchOrderText)
}

/** @throws AppError conflict once an order is on its way, or at its end */
export function requireInShop({ number, fulfilment }: Pick<Order, 'number' | 'fulfilment'>) {
  if (!hasLeft(fulfilment)) return
  const label = fulfilmentLabels[fulfilment].toLowerCase()
  throw new AppError('conflict', `Order ${number}: ${label}. Please look at it again.`)
}
