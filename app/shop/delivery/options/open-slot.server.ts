import { type AppError, fieldError } from '#platform/app-error.ts'
import type { Slot } from '../delivery-plan.schema.ts'
import type { DeliveryPlan } from '../delivery-plan.ts'
import {
  daysAhead,
  type SlotContext,
  type SlotOption,
  slotAt,
  slotOption,
} from '../slot-options.ts'
import { slotError } from '../slot-text.ts'

export interface SlotOfDay {
  /** 'YYYY-MM-DD' in Kolkata. */
  day: string
  slot: Slot
}

interface TimeOfOrder {
  time: Date
  /** Where slots of several kinds contain the time. */
  slotId: string | undefined
  isPickup: boolean
  now: Date
}

/**
 * The slot that contains a time for which orders are taken; whether it can be had is not checked.
 *
 * @throws AppError invalid
 */
export function findWantedSlot(
  plan: DeliveryPlan,
  { time, slotId, isPickup, now }: TimeOfOrder,
): SlotOfDay {
  const found = Number.isNaN(time.getTime()) ? null : slotAt(plan, time, isPickup, slotId)
  const { first, last } = daysAhead(plan, now)
  if (found && first <= found.day && found.day <= last) return found
  const what = isPickup ? 'Orders cannot be picked up' : 'We do not deliver'
  throw fieldError('invalid', 'time', `${what} at this time. Please choose another.`)
}

/**
 * A slot that can be had, by the rule that lists the slots.
 *
 * @throws AppError conflict for one that is gone, invalid for one that was never to be had
 */
export function requireOpenSlot(context: SlotContext, { day, slot }: SlotOfDay): SlotOption {
  const option = slotOption(context, day, slot)
  const error = slotError(option, context.plan.days.get(day)?.closedReason ?? null)
  if (!error) return option
  const isGone = option.state === 'full' || option.state === 'closed'
  throw fieldError(isGone ? 'conflict' : 'invalid', 'time', error)
}

export function slotTaken(option: SlotOption): AppError {
  return fieldError('conflict', 'time', slotError({ ...option, state: 'full' }, null) ?? '')
}
