import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import type { LateScale } from '#shop/values/late-scale.ts'
import { toRupees } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { findLatePrice } from '../late/late-price.server.ts'
import { type Due, upiLink } from './door-money.ts'
import type { DoorStanding } from './find-door-money.server.ts'

export interface AskedAtDoorDeps {
  db: Database
  clock: Clock
  lateScale: LateScale
  shop: Pick<ShopDetails, 'upiId' | 'name'>
}

/** What is to be taken if an order is handed over now. */
export async function askedAtDoor(
  { db, clock, lateScale, shop }: AskedAtDoorDeps,
  order: OrderRow,
  standing: DoorStanding | undefined,
): Promise<Due> {
  const duePaise = standing?.state === 'due' ? standing.duePaise : 0
  const late =
    duePaise > 0 && !order.isPickup
      ? await findLatePrice({ lateScale }, db, { order, duePaise, at: clock.now() })
      : null
  const lessPaise = late?.cashPaise ?? 0
  const amountPaise = duePaise - lessPaise
  return {
    due: toRupees(amountPaise),
    late: late && lessPaise > 0 ? { minutes: late.minutes, less: toRupees(lessPaise) } : null,
    upiLink: upiLink({
      upiId: shop.upiId,
      shopName: shop.name,
      orderNumber: order.number,
      amountPaise,
    }),
  }
}
