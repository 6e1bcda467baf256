import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { customMinutes } from '#shop/delivery/delivery-needs.ts'
import { releaseKitchenMinutes, releasePlace } from '#shop/delivery/reservations.store.server.ts'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import { itemsOf } from '#shop/orders/orders.store.server.ts'
import type { ItemRow, OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { refundRemaining } from '#shop/refunds/request-refund.server.ts'
import { quotesOfOrder } from './quotes.store.server.ts'

/** The minutes of the kitchen that a customised cake takes: its quote's, or those that are usual. */
export async function plannedMinutes(
  db: Database,
  item: Pick<ItemRow, 'id' | 'orderId' | 'wt' | 'amount'>,
): Promise<number> {
  const quoted = (await quotesOfOrder(db, item.orderId)).findLast(
    ({ itemId, workMinutes }) => itemId === item.id && workMinutes !== null,
  )
  return quoted?.workMinutes == null ? customMinutes(item) : quoted.workMinutes * item.amount
}

/**
 * Gives back what a customised cake took that is no longer to be made: its minutes of the kitchen, and with the last cake
 * the order's place. For a transaction that has locked the order and changed the item's status.
 */
export async function releaseWork(
  tx: Database,
  { order, item }: { order: Pick<OrderRow, 'id' | 'reservationId'>; item: ItemRow },
) {
  const { reservationId } = order
  if (!reservationId) return
  const items = await itemsOf(tx, order.id)
  if (items.every(({ status }) => cancelledStatuses.includes(status))) {
    await releasePlace(tx, reservationId)
  } else {
    await releaseKitchenMinutes(tx, reservationId, await plannedMinutes(tx, item))
  }
}

/**
 * Refunds and credits what an order still holds, such as its delivery, once nothing of it is made: call it last, where an
 * item ended that the card had not paid.
 *
 * @throws AppError conflict while a dispute forbids it
 */
export async function refundIfNothingIsMade(
  deps: { jobs: Jobs; clock: Clock },
  tx: Database,
  { order, item }: { order: Pick<OrderRow, 'id'>; item: Pick<ItemRow, 'name'> },
) {
  const items = await itemsOf(tx, order.id)
  if (!items.every(({ status }) => cancelledStatuses.includes(status))) return
  const reason = `${item.name} not made`
  await refundRemaining(deps, tx, order.id, { reason, creditReason: reason })
}
