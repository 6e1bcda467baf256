import type { AppContext } from '#app/context.server.ts'
import { toApiOrder } from '#shop/orders/api/api-order.ts'
import {
  changeableParts,
  changeError,
  isOpenToChange,
  toChange,
} from '#shop/orders/change/order-change.ts'
import { draftOf, flavoursOf } from '#shop/orders/change/order-draft.ts'
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
  const order = toApiOrder(tracked.order)
  const now = deps.clock.now()
  const changeable = toChange(order)
  const parts = changeableParts(changeable, now)
  const { number, time, slot, locksAt } = order
  const isOpen = isOpenToChange(changeable, now)
  return {
    number,
    delivery: { time, slot, pickup: tracked.order.isPickup || undefined },
    parts,
    changesUntil: isOpen ? locksAt : null,
    why: isOpen ? '' : changeError(changeable, now),
    draft: draftOf(order),
    cakes: order.order.map(({ id, cakeid, name, flavour }) => ({ id, cakeid, name, flavour })),
    flavours: flavoursOf([order], deps.publishedCakes.current().byId),
    times: parts.includes('time') ? await otherTimes(deps, tracked.order, order) : null,
  }
}
