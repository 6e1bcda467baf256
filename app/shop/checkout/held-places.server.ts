import type { AppContext } from '#app/context.server.ts'
import { attemptWindowSeconds, defaultLimits } from '#platform/http/limits/limiter.server.ts'
import { findWantedSlot } from '#shop/delivery/options/list-slots.server.ts'
import { placesOf } from '#shop/delivery/slot-options.ts'
import { type CheckoutOrder, maxUnpaidPlaces } from './checkout.store.server.ts'
import type { CheckoutRequest } from './start/create-checkout.server.ts'

/** What the limiter counts in a quarter of an hour: places that a network address holds in the slots that begin at a time. */
export const placesHeldBy = (address: string, slotStartsAt: Date) =>
  ['held-place', `${address} at ${slotStartsAt.getTime()}`] as const

const windowMinutes = attemptWindowSeconds / 60

/**
 * Counts a new order that holds a place without being paid. Accounts cost nothing, so those of one network could hold all
 * places of a slot, again and again; together they hold half of them. What is paid is forgiven.
 *
 * @throws AppError too_many
 */
export async function countHeldPlace(
  { deliveryPlan, clock, limiter }: Pick<AppContext, 'deliveryPlan' | 'clock' | 'limiter'>,
  { address, input, deliveryAt }: CheckoutRequest,
  { slotStartsAt, payment }: CheckoutOrder,
) {
  if (!payment || !slotStartsAt) return
  const plan = deliveryPlan.current()
  const wanted = { time: deliveryAt, slotId: input.slot, isPickup: input.pickup, now: clock.now() }
  const { day, slot } = findWantedSlot(plan, wanted)
  const places = placesOf(plan, day, slot)
  if (places === null) return
  // A place outlives the window in which it was taken.
  const windows = 1 + Math.ceil(plan.usual.holdMinutes / windowMinutes)
  const share = Math.max(maxUnpaidPlaces, Math.floor(places / windows))
  await limiter.attempt(
    ...placesHeldBy(address, slotStartsAt),
    Math.ceil(defaultLimits.attempts / share),
  )
}
