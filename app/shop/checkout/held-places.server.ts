import type { AppContext } from '#app/context.server.ts'
import { hourMs } from '#platform/durations.ts'
import { attemptWindowSeconds, defaultLimits } from '#platform/http/limits/limiter.server.ts'
import type { DeliveryPlan } from '#shop/delivery/delivery-plan.ts'
import { findWantedSlot, needOfLines } from '#shop/delivery/options/list-slots.server.ts'
import { limitsOf, type Reservation } from '#shop/delivery/reservations.store.server.ts'
import { productionDayOf } from '#shop/delivery/slot-options.ts'
import { maxUnpaidPlaces } from '#shop/orders/money/payments.store.server.ts'
import type { CheckoutOrder } from './checkout.store.server.ts'
import type { CheckoutRequest } from './start/create-checkout.server.ts'

type Held = Pick<Reservation, 'day' | 'slotId' | 'productionDay' | 'kitchenMinutes'>

/**
 * Counts what a new order holds without being paid: a place of its slot, and minutes of the kitchen. Accounts cost nothing,
 * so those of one network could hold all of them, again and again; together they hold half. What is paid is given back.
 *
 * @throws AppError too_many
 */
export async function countHeld(
  deps: AppContext,
  { address, input, deliveryAt }: CheckoutRequest,
  { slotStartsAt, payment }: CheckoutOrder,
) {
  if (!payment || !slotStartsAt) return
  const plan = deps.deliveryPlan.current()
  const now = deps.clock.now()
  const wanted = { time: deliveryAt, slotId: input.slot, isPickup: input.pickup, now }
  const { day, slot } = findWantedSlot(plan, wanted)
  const lines = input.order.filter(({ customize }) => !customize)
  const { kitchenMinutes } = needOfLines(deps, { lines, zone: null, now }).needs
  const held = { day, slotId: slot.id, productionDay: productionDayOf(day, slot), kitchenMinutes }
  const counted = await Promise.allSettled(
    countsOf(plan, address, held).map(({ kind, who, cost }) =>
      isSmall(cost)
        ? deps.limiter.attempt(kind, who, cost)
        : deps.limiter.attemptHourly(kind, who, defaultLimits.attemptsPerHour / 2),
    ),
  )
  const refused = counted.find(({ status }) => status === 'rejected')
  if (refused?.status !== 'rejected') return
  await giveHeldBack(deps, address, held)
  throw refused.reason
}

/** Once for an order: whether its webhook or its customer was faster, and however often the customer comes back. */
export async function stopCountingAsUnpaid(
  deps: AppContext,
  address: string,
  { id, createdAt, held }: { id: string; createdAt: Date; held: Held | null },
) {
  // What is older is not counted any more.
  const isRecent = deps.clock.now().getTime() < createdAt.getTime() + hourMs
  if (!isRecent || !(await deps.limiter.isFirst('paid', id))) return
  await deps.limiter.takeBackUnpaid(address)
  if (held) await giveHeldBack(deps, address, held)
}

/** What is paid, a network does not hold. */
async function giveHeldBack({ deliveryPlan, limiter }: AppContext, address: string, held: Held) {
  for (const { kind, who, cost } of countsOf(deliveryPlan.current(), address, held)) {
    if (isSmall(cost)) await limiter.giveBack(kind, who, cost)
  }
}

/** A larger order alone would use up a share, but a company may order for a feast: twice an hour. */
const isSmall = (cost: number) => cost <= defaultLimits.attempts / 2

/** As how many attempts of a network an order counts, for its slot and for its kitchen's day. */
function countsOf(plan: DeliveryPlan, address: string, held: Held) {
  const { places, kitchenMinutes } = limitsOf(plan, held)
  // What is held outlives the window of the limiter in which it was taken.
  const windows = 1 + Math.ceil((plan.usual.holdMinutes * 60) / attemptWindowSeconds)
  const placeShare = Math.max(maxUnpaidPlaces, Math.floor((places ?? 0) / windows))
  const place = {
    kind: 'held-place',
    who: `${address} on ${held.day} in ${held.slotId}`,
    cost: Math.ceil(defaultLimits.attempts / placeShare),
  }
  const share = (kitchenMinutes ?? 0) / windows
  const minutes = {
    kind: 'held-minutes',
    who: `${address} on ${held.productionDay}`,
    cost: Math.ceil((defaultLimits.attempts * held.kitchenMinutes) / share),
  }
  return [...(places === null ? [] : [place]), ...(kitchenMinutes === null ? [] : [minutes])]
}
