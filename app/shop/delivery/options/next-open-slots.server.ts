import type { Clock } from '#platform/clock.ts'
import { shiftDay } from '#shop/values/kolkata-time.ts'
import type { DeliveryLine } from '../delivery-lines.ts'
import { findZone } from '../delivery-plan.ts'
import { daysAhead, type SlotOption, slotOptions } from '../slot-options.ts'
import { readSlotContext, type SlotContextDeps } from './slot-context.server.ts'

export interface NextOpenDeps extends SlotContextDeps {
  clock: Clock
}

/** The next slots that can be had; none where the shop does not deliver. `pincode` is null for pickup. */
export async function nextOpenSlots(
  deps: NextOpenDeps,
  {
    pincode,
    lines,
    count,
  }: { pincode: string | null; lines: readonly DeliveryLine[]; count: number },
): Promise<SlotOption[]> {
  const plan = deps.deliveryPlan.current()
  const isPickup = pincode === null
  const zone = isPickup ? null : findZone(plan, pincode)
  if (!zone && !isPickup) return []
  const now = deps.clock.now()
  const { first, last } = daysAhead(plan, now)
  const context = await readSlotContext(deps, { lines, zone, first, last, now })
  const open: SlotOption[] = []
  for (let day = first; day <= last && open.length < count; day = shiftDay(day, 1)) {
    open.push(...slotOptions(context, day, isPickup).filter(({ state }) => state === 'open'))
  }
  return open.slice(0, count)
}
