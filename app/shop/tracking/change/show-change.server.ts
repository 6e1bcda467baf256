import type { AppContext } from '#app/context.server.ts'
import { changeableParts, changeError, isOpenToChange } from '#shop/orders/change/order-change.ts'
import { draftOf, flavoursOf } from '#shop/orders/change/order-draft.ts'
import { locksAt } from '#shop/orders/fulfilment/order-lock.ts'
import { findTracked } from '../link/find-tracked.server.ts'
import type { OrderToChange } from './order-to-change.ts'
import { otherTimes } from './other-times.server.ts'

type ShowChangeDeps = Pick<
  AppContext,
  'db' | 'clock' | 'trackingTokens' | 'deliveryPlan' | 'publishedCakes'
>

/** What of its order a sender's link can change now; null for every other link. */
export async function showChange(
  deps: ShowChangeDeps,
  token: string,
): Promise<OrderToChange | null> {
  const tracked = await findTracked(deps, token)
  if (tracked?.audience !== 'sender') return null
  const { order } = tracked
  const now = deps.clock.now()
  const parts = changeableParts(order, now)
  const { number, deliveryAt, slotStartsAt, slotEndsAt, isPickup } = order
  const isOpen = isOpenToChange(order, now)
  return {
    number,
    deliveryAt,
    slotStartsAt,
    slotEndsAt,
    isPickup,
    parts,
    changesUntil: isOpen ? locksAt(order) : null,
    why: isOpen ? '' : changeError(order, now),
    draft: draftOf(order),
    cakes: order.items.map(({ id, cakeId, name, flavour }) => ({ id, cakeId, name, flavour })),
    flavours: flavoursOf([order], deps.publishedCakes.current().byId),
    times: parts.includes('time') ? await otherTimes(deps, order) : null,
  }
}
