import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { lineAgain } from '#shop/cart/line-again.ts'
import { chooseDelivery } from '#shop/delivery/options/choose-delivery.server.ts'
import {
  findPlace,
  keepPlace,
  type Reservation,
  releasePlace,
  retakePlace,
} from '#shop/delivery/reservations.store.server.ts'
import type { Order } from '#shop/orders/order.ts'

/**
 * Keeps the place of an order that is paid. Once its hold has lapsed, the order is taken only if its slot could be chosen
 * at this moment.
 *
 * @returns false if the slot is gone; the order has no place then
 */
export async function keepOrderPlace(
  deps: AppContext,
  tx: Database,
  order: Order,
): Promise<boolean> {
  const { reservationId: id } = order
  if (id === null || (await keepPlace(tx, id, deps.clock.now()))) return true
  // What has lapsed just now may not have been given back yet, and must not count against the order.
  await releasePlace(tx, id)
  const place = await findPlace(tx, id)
  if (!place || !(await isStillOpen(deps, tx, { order, place }))) return false
  return retakePlace(tx, id, deps.deliveryPlan.current())
}

/** By the rule of a new checkout: its zone, closed days, cut-off, lead and capacity. */
async function isStillOpen(
  deps: AppContext,
  tx: Database,
  { order, place: { slotId, productionDay } }: { order: Order; place: Reservation },
): Promise<boolean> {
  const { address, isPickup: pickup, deliveryAt, slotStartsAt, items } = order
  const input = { address, pickup, slot: slotId, order: items.map((item) => lineAgain(item)) }
  try {
    const now = deps.clock.now()
    const { place } = await chooseDelivery(deps, tx, { input, deliveryAt, now })
    // A slot that was moved is another one.
    return (
      place?.option.startsAt.getTime() === slotStartsAt?.getTime() &&
      place?.option.productionDay === productionDay
    )
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
