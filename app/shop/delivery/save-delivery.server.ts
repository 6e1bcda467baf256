import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { minuteText, shortWeekdays } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { deliveryChanged } from './current-plan.server.ts'
import { raisesLimits } from './day-load.ts'
import {
  deleteServedCounts,
  lockDay,
  lockVersion,
  replaceSettings,
  saveDay,
} from './delivery.store.server.ts'
import type { DeliverySettings, Slot } from './delivery-plan.schema.ts'
import { changeDay, type DayChanges, type DayPlan, isServed } from './delivery-plan.ts'
import { slotTimes } from './slot-text.ts'

/**
 * Saves zones, slots and usual limits, for checkouts from now on.
 *
 * @returns the new version
 * @throws AppError conflict if somebody else has saved since `version` was loaded
 */
export async function saveDeliverySettings(
  { db, clock, cacheInvalidation, deliveryPlan }: AppContext,
  { caller, version, ...settings }: DeliverySettings & { caller: Caller; version: number },
): Promise<number> {
  return cacheInvalidation.transaction(db, async (tx, invalidate) => {
    if ((await lockVersion(tx)) !== version) {
      throw new AppError(
        'conflict',
        'Someone else has changed the delivery settings. Please reload the page.',
      )
    }
    const { usual, zones, slots } = deliveryPlan.current()
    await replaceSettings(tx, { ...settings, version: version + 1 })
    await deleteServedCounts(tx, (pincode) => isServed(settings, pincode))
    await recordAudit(tx, {
      at: clock.now(),
      by: caller,
      action: 'save-delivery',
      subject: 'delivery',
      before: settingsInWords({ usual, zones, slots }),
      after: settingsInWords(settings),
    })
    invalidate([deliveryChanged])
    return version + 1
  })
}

/**
 * Closes a day or changes its limits, for checkouts from now on. Existing orders and other people's changes stay.
 *
 * @throws AppError invalid for limits above the usual without a reason
 */
export async function saveDeliveryDay(
  { db, clock, cacheInvalidation, deliveryPlan }: AppContext,
  { caller, day, reason, ...changes }: DayChanges & { caller: Caller; day: string; reason: string },
) {
  await cacheInvalidation.transaction(db, async (tx, invalidate) => {
    const plan = deliveryPlan.current()
    const before = await lockDay(tx, day)
    const after = changeDay(before, changes)
    if (!reason && raisesLimits({ ...plan, days: new Map([[day, before]]) }, after)) {
      const message = 'Please say why you take more than usual. It goes into the audit log.'
      throw fieldError('invalid', 'reason', message)
    }
    await saveDay(tx, after)
    await recordAudit(tx, {
      at: clock.now(),
      by: caller,
      action: 'save-day',
      subject: 'delivery',
      subjectId: day,
      before: inWords(plan, before),
      after: { ...inWords(plan, after), ...(reason && { reason }) },
    })
    invalidate([deliveryChanged])
  })
}

/** By the names of zones and the times of slots, so that the audit log says which of them changed, and how. */
function settingsInWords({ usual, zones, slots }: DeliverySettings) {
  const namedZones = zones.map(({ id: _, name, ...zone }) => [name, zone])
  const namedSlots = slots.map((slot) => [
    `${shortWeekdays[slot.weekday]} ${slotTimes(slot)} (${slot.kind})`,
    slotInWords(slot),
  ])
  return {
    ...usual,
    zones: Object.fromEntries(namedZones),
    slots: Object.fromEntries(namedSlots),
  }
}

function slotInWords(slot: Slot): string {
  const { places, surchargePaise, cutOffMinutes, cutOffDayBefore, bakesDayBefore } = slot
  const parts = [
    places === null ? 'any number of places' : `${places} places`,
    `${formatInr(surchargePaise)} more`,
    cutOffDayBefore === null
      ? `orders until ${cutOffMinutes ?? 0} minutes before`
      : `orders until ${minuteText(cutOffDayBefore)} the day before`,
  ]
  return [...parts, ...(bakesDayBefore ? ['baked the day before'] : [])].join(', ')
}

function inWords({ slots }: DeliverySettings, { day, places, ...rest }: DayPlan) {
  const named = slots
    .filter(({ id }) => places[id] !== undefined)
    .map((slot) => [`${slotTimes(slot)} (${slot.kind})`, places[slot.id]])
  return { day, ...rest, places: Object.fromEntries(named) }
}
