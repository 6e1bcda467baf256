import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { cakeChanged } from '#shop/cakes/published-cakes.server.ts'
import { minuteText, shortWeekdays } from '#shop/values/kolkata-time.ts'
import { formatInr } from '#shop/values/money.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'
import { raisesLimits } from './day-load.ts'
import {
  type DeliverySettings,
  daySchema,
  deliverySettingsSchema,
  type Slot,
} from './delivery.schema.ts'
import {
  deleteServedCounts,
  deliveryChanged,
  lockDay,
  lockVersion,
  renameZones,
  replaceSettings,
  saveDay,
} from './delivery.store.server.ts'
import { changeDay, type DayPlan, isServed } from './delivery-plan.ts'
import { slotTimes } from './slot-text.ts'

const tag = 'Delivery'

const version = z.int().min(0).describe('As it was read; 409 when somebody has saved meanwhile')

const deliverySettingsEndpoint = endpoint({
  method: 'GET',
  path: '/delivery/settings',
  tag,
  summary: 'Zones, slots and what is usual',
  description: 'As they were saved last; amounts in paise.',
  access: 'edit-delivery',
  response: deliverySettingsSchema.extend({ version }),
})

const saveDeliverySettingsEndpoint = endpoint({
  method: 'POST',
  path: '/delivery/settings',
  tag,
  summary: 'Save zones, slots and what is usual',
  description:
    'Replaces all of them, for checkouts that begin from now on. 422 names the rows that are wrong, and nothing is saved. 409 when somebody else has saved meanwhile.',
  access: 'edit-delivery',
  body: deliverySettingsSchema.extend({ version }),
  response: z.object({ version }),
  problems: [409],
})

const saveDayEndpoint = endpoint({
  method: 'POST',
  path: '/delivery/day',
  tag,
  summary: 'Close a day, or change its limits',
  description:
    'It cancels no order. What is left out stays as it is; null is as on every day. More places or minutes than usual need a `reason`, which stands in the audit log.',
  access: 'edit-delivery',
  body: z.object({
    day: daySchema,
    closedReason: textSchema(100).min(1).nullish(),
    kitchenMinutes: z.int().min(0).max(100_000).nullish(),
    places: z
      .record(z.uuid(), z.int().min(0).max(10_000).nullable())
      .optional()
      .describe('The most orders of slots, by their id'),
    reason: textSchema(200).default('').describe('Why limits are above the usual'),
  }),
  response: messageSchema,
})

export type SaveDeliverySettings = typeof saveDeliverySettingsEndpoint
export type SaveDay = typeof saveDayEndpoint

export function serveDeliverySettings(api: Api, shop: AppContext) {
  const { db, clock, cacheInvalidation, deliveryPlan } = shop

  api.serve(deliverySettingsEndpoint, async () => deliveryPlan.current())

  api.serve(saveDeliverySettingsEndpoint, ({ body: { version, ...settings } }, { caller: by }) =>
    cacheInvalidation.transaction(db, async (tx, invalidate) => {
      if ((await lockVersion(tx)) !== version) {
        const sentence = 'Someone else has changed the delivery settings. Please reload the page.'
        throw new AppError('conflict', sentence)
      }
      const { usual, zones, slots } = deliveryPlan.current()
      await replaceSettings(tx, { ...settings, version: version + 1 })
      await deleteServedCounts(tx, (pincode) => isServed(settings, pincode))
      await recordAudit(tx, {
        at: clock.now(),
        by,
        action: 'save-delivery',
        subject: 'delivery',
        before: settingsInWords({ usual, zones, slots }),
        after: settingsInWords(settings),
      })
      const renamed = await renameZones(tx, { before: zones, after: settings.zones })
      invalidate([deliveryChanged, ...renamed.map(cakeChanged)])
      return { version: version + 1 }
    }),
  )

  api.serve(saveDayEndpoint, ({ body: { day, reason, ...changes } }, { caller: by }) =>
    cacheInvalidation.transaction(db, async (tx, invalidate) => {
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
        by,
        action: 'save-day',
        subject: 'delivery',
        subjectId: day,
        before: inWords(plan, before),
        after: { ...inWords(plan, after), ...(reason && { reason }) },
      })
      invalidate([deliveryChanged])
      return { message: changes.closedReason ? 'The day is closed.' : 'The day is saved.' }
    }),
  )
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
