import type { AppContext } from '#app/context.server.ts'
import { toRupees } from '#shop/values/money.ts'
import { findLatePrice } from '../late/decide-late.server.ts'
import type { Order } from '../order.ts'
import { noSuchOrder } from '../order-errors.ts'
import { findOrder } from '../orders.store.server.ts'
import { type DueNow, doorStanding, upiLink } from './door-money.ts'

/** What is due if an order is handed over now. @throws AppError not_found */
export async function loadDueNow(
  deps: Pick<AppContext, 'db' | 'clock' | 'shop' | 'lateScale'>,
  orderId: string,
): Promise<DueNow> {
  const order = await findOrder(deps.db, orderId)
  if (order?.state !== 'placed') throw noSuchOrder()
  return findDueNow(deps, order)
}

/** What is due if this order is handed over now. */
export async function findDueNow(
  { db, clock, lateScale, shop }: Pick<AppContext, 'db' | 'clock' | 'shop' | 'lateScale'>,
  order: Order,
): Promise<DueNow> {
  const standing = doorStanding(order)
  const duePaise = standing.state === 'due' ? standing.openPaise : 0
  const late =
    duePaise > 0 && !order.isPickup
      ? await findLatePrice({ lateScale }, db, { order, at: clock.now() })
      : null
  const lessPaise = Math.min(late?.pricePaise ?? 0, duePaise)
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
