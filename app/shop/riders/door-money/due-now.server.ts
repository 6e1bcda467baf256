import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { noSuchOrder } from '#shop/orders/order-errors.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import type { LateScale } from '#shop/values/late-scale.ts'
import { toRupees } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { findLatePrice } from '../late/late-price.server.ts'
import { type DueNow, upiLink } from './door-money.ts'
import { type DoorStanding, findDoorStanding } from './door-standing.server.ts'

export interface DueNowDeps {
  db: Database
  clock: Clock
  lateScale: LateScale
  shop: Pick<ShopDetails, 'upiId' | 'name'>
}

/** What is due if an order is handed over now. @throws AppError not_found */
export async function loadDueNow(deps: DueNowDeps, orderId: string): Promise<DueNow> {
  const order = await findOrder(deps.db, orderId)
  if (order?.state !== 'placed') throw noSuchOrder()
  return findDueNow(deps, order, await findDoorStanding(deps.db, order))
}

/** What is due if this order, whose money stands so, is handed over now. */
export async function findDueNow(
  { db, clock, lateScale, shop }: DueNowDeps,
  order: OrderRow,
  standing: DoorStanding | undefined,
): Promise<DueNow> {
  const duePaise = standing?.state === 'due' ? standing.duePaise : 0
  const late =
    duePaise > 0 && !order.isPickup
      ? await findLatePrice({ lateScale }, db, { order, duePaise, at: clock.now() })
      : null
  const lessPaise = late?.cashPaise ?? 0
  const dueNowPaise = duePaise - lessPaise
  return {
    due: toRupees(dueNowPaise),
    late: late && lessPaise > 0 ? { minutes: late.minutes, less: toRupees(lessPaise) } : null,
    upiLink: upiLink({
      upiId: shop.upiId,
      shopName: shop.name,
      orderNumber: order.number,
      amountPaise: dueNowPaise,
    }),
  }
}
