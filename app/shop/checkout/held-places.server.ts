import type { AppContext } from '#app/context.server.ts'
import { attemptWindowSeconds, defaultLimits } from '#platform/http/limits/limiter.server.ts'
import type { DeliveryPlan } from '#shop/delivery/delivery-plan.ts'
import { findWantedSlot, needOfLines } from '#shop/delivery/options/list-slots.server.ts'
import { kitchenMinutesOf, placesOf, productionDayOf } from '#shop/delivery/slot-options.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { type CheckoutOrder, maxUnpaidPlaces } from './checkout.store.server.ts'
import type { CheckoutRequest } from './start/create-checkout.server.ts'

/** What the limiter counts in a quarter of an hour: places that a network address holds in the slots that begin at a time. */
const placesHeldBy = (address: string, slotStartsAt: Date) =>
  ['held-place', `${address} at ${slotStartsAt.getTime()}`] as const

/** The same of the kitchen's minutes, for deliveries of a day. */
const minutesHeldBy = (address: string, slotStartsAt: Date) =>
  ['held-minutes', `${address} on ${kolkataDay(slotStartsAt)}`] as const

/** What is paid, a network address does not hold. */
export async function forgiveHeld(
  { limiter }: Pick<AppContext, 'limiter'>,
  address: string,
  slotStartsAt: Date,
) {
  await limiter.forgive(...placesHeldBy(address, slotStartsAt))
  await limiter.forgive(...minutesHeldBy(address, slotStartsAt))
}

/**
 * Counts what a new order holds without being paid: a place of its slot, and minutes of the kitchen. Accounts cost nothing,
 * so those of one network could hold all of them, again and again; together they hold half. What is paid is forgiven.
 *
 * @throws AppError too_many
 */
export async function countHeld(
  deps: Pick<AppContext, 'deliveryPlan' | 'publishedCakes' | 'shop' | 'clock' | 'limiter'>,
  { address, input, deliveryAt }: CheckoutRequest,
  { slotStartsAt, payment }: CheckoutOrder,
) {
  if (!payment || !slotStartsAt) return
  const plan = deps.deliveryPlan.current()
  const now = deps.clock.now()
  const wanted = { time: deliveryAt, slotId: input.slot, isPickup: input.pickup, now }
  const { day, slot } = findWantedSlot(plan, wanted)
  const places = placesOf(plan, day, slot)
  if (places !== null) {
    const share = Math.max(maxUnpaidPlaces, Math.floor(shareOf(plan, places)))
    await deps.limiter.attempt(...placesHeldBy(address, slotStartsAt), costOf(1, share))
  }
  const minutes = kitchenMinutesOf(plan, productionDayOf(day, slot))
  if (minutes === null) return
  const lines = input.order.filter(({ customize }) => !customize)
  const { kitchenMinutes } = needOfLines(deps, { lines, zone: null, now }).needs
  await countMinutes(
    deps,
    minutesHeldBy(address, slotStartsAt),
    costOf(kitchenMinutes, shareOf(plan, minutes)),
  )
}

/** A large order alone would use up a share, but a company may order for a feast: twice an hour. */
async function countMinutes(
  { limiter }: Pick<AppContext, 'limiter'>,
  held: ReturnType<typeof minutesHeldBy>,
  cost: number,
) {
  if (cost <= defaultLimits.attempts / 2) return limiter.attempt(...held, cost)
  return limiter.attemptHourly(...held, defaultLimits.attemptsPerHour / 2)
}

/** What of an amount one network may take in each window; what it holds outlives the window in which it was taken. */
function shareOf(plan: DeliveryPlan, amount: number): number {
  return amount / (1 + Math.ceil((plan.usual.holdMinutes * 60) / attemptWindowSeconds))
}

/** As how many attempts a part of a share counts. */
function costOf(part: number, share: number): number {
  return Math.ceil((defaultLimits.attempts * part) / share)
}
