import { z } from 'zod'
import { isDay, minuteText } from '#shop/values/kolkata-time.ts'
import { typedEntry } from '#shop/values/typed/typed.schema.ts'

const paise = z.int('Enter a whole amount').min(0, 'It cannot be negative').max(100_000_000)
/** Minutes since midnight in Kolkata; 1440 is the day's end. */
const minute = z.int().min(0).max(1440)
const id = z.uuid()

const zoneSchema = z.object({
  id,
  name: typedEntry().min(1, 'Name is required').max(60),
  pincodes: z
    .array(
      z
        .string()
        .regex(/^([1-9]\d{2,5}|\*)$/, 'The first 3 to 6 digits of a pincode, or * for all others'),
    )
    .min(1, 'A zone needs at least one pincode')
    .max(500)
    .describe(
      'The first 3 to 6 digits of pincodes; of all zones the longest match wins, and * last',
    ),
  feePaise: paise,
  freeFromPaise: paise.nullable().describe('From this subtotal on the fee is nothing; null: never'),
  minimumPaise: paise.describe('The smallest subtotal that is delivered here'),
  travelMinutes: z.int().min(0).max(600).describe('From the kitchen to the farthest door'),
  isFar: z
    .boolean()
    .default(false)
    .describe('Whether it is delivered only from the next day on, and not at midnight'),
  takesCash: z
    .boolean()
    .default(false)
    .describe('Whether ready-made cakes can be paid in cash here'),
  active: z.boolean(),
})

export const slotKinds = ['standard', 'fixed', 'midnight', 'pickup'] as const

const slotSchema = z
  .object({
    id,
    weekday: z.int().min(0).max(6).describe('0 is Sunday'),
    startMinute: minute.describe('Minutes since midnight in Kolkata'),
    endMinute: minute.describe('1440 is midnight'),
    kind: z.enum(slotKinds),
    surchargePaise: paise,
    cutOffMinutes: z
      .int()
      .min(0, 'An order cannot come after the slot has begun')
      .max(7 * 1440)
      .nullable()
      .describe('An order must come so many minutes before the start; null: see the next field'),
    cutOffDayBefore: minute.nullable().describe('Or by this minute of the day before'),
    places: z.int().min(0).max(10_000).nullable().describe('The most orders; null: any number'),
    bakesDayBefore: z.boolean().describe('Its cakes take kitchen minutes of the day before'),
  })
  .refine(({ startMinute, endMinute }) => startMinute < endMinute, {
    path: ['endMinute'],
    message: 'A slot must end after it starts',
  })
  .refine(({ cutOffMinutes, cutOffDayBefore }) => cutOffMinutes === null || !cutOffDayBefore, {
    path: ['cutOffDayBefore'],
    message: 'Choose one of the two ways to end the orders',
  })

const usualSchema = z.object({
  kitchenMinutes: z.int().min(0).max(100_000).nullable().describe('Work of a day; null: no limit'),
  holdMinutes: z.int().min(10).max(60).describe('How long an unpaid order keeps its place'),
  daysAhead: z.int().min(1).max(365).describe('How far ahead orders are taken'),
  cashLimitPaise: paise
    .min(100, 'Enter at least ₹1, or nothing')
    .nullable()
    .default(null)
    .describe('The most that ready-made cakes and their delivery may cost in cash; null: no cash'),
})

/** Saved by the owner as a whole. */
export const deliverySettingsSchema = z
  .object({
    usual: usualSchema,
    zones: z.array(zoneSchema).max(200),
    slots: z.array(slotSchema).max(500),
  })
  .superRefine(({ zones, slots }, found) => {
    for (const { index, pincode, name } of repeatedPincodes(zones)) {
      const message = `${pincode} is in the zone ${name} already`
      found.addIssue({ code: 'custom', path: ['zones', index, 'pincodes'], message })
    }
    for (const { index, other } of overlappingSlots(slots)) {
      const message = `It overlaps ${minuteText(other.startMinute)} to ${minuteText(other.endMinute)} of the same kind`
      found.addIssue({ code: 'custom', path: ['slots', index, 'startMinute'], message })
    }
  })

export type Zone = z.infer<typeof zoneSchema>
export type Slot = z.infer<typeof slotSchema>
export type SlotKind = Slot['kind']
export type DeliverySettings = z.infer<typeof deliverySettingsSchema>

function* repeatedPincodes(zones: readonly Zone[]) {
  const zoneOf = new Map<string, string>()
  for (const [index, { name, pincodes }] of zones.entries()) {
    for (const pincode of pincodes) {
      const earlier = zoneOf.get(pincode)
      if (earlier !== undefined) yield { index, pincode, name: earlier }
      zoneOf.set(pincode, name)
    }
  }
}

/** Slots that overlap an earlier one of their kind and weekday. */
function* overlappingSlots(slots: readonly Slot[]) {
  const all = [...slots.entries()]
  for (const [index, slot] of all) {
    const other = all.find(([at, earlier]) => at < index && overlap(earlier, slot))?.[1]
    if (other) yield { index, other }
  }
}

function overlap(one: Slot, other: Slot): boolean {
  return (
    one.kind === other.kind &&
    one.weekday === other.weekday &&
    one.startMinute < other.endMinute &&
    other.startMinute < one.endMinute
  )
}

/** If a slot is not open, the first reason in this order. */
const slotStates = ['open', 'closed', 'soldout', 'cutoff', 'lead', 'full'] as const
export type SlotState = (typeof slotStates)[number]

export const daySchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'A day is written YYYY-MM-DD')
  .refine(isDay, 'There is no such day')

const rupees = z.number().min(0)

/** Amounts in rupees. */
const publicZoneSchema = z.object({
  name: z.string(),
  fee: rupees,
  freeFrom: rupees.nullable().describe('From this subtotal on the fee is nothing'),
  minimum: rupees.describe('The smallest subtotal that is delivered here'),
})

export type PublicZone = z.infer<typeof publicZoneSchema>

export const requestedDaysShape = {
  from: daySchema.optional().describe('The first day; today when left out'),
  days: z.coerce.number().int().min(1).max(63).default(7),
}

const whyNot = z
  .string()
  .optional()
  .describe('Why none of these cakes travels there together, as a sentence')

export const optionsSchema = z.object({
  hasZones: z.boolean(),
  zone: publicZoneSchema.nullable(),
  whyNot,
  days: z.array(
    z.object({
      day: z.string(),
      closedReason: z.string().nullable(),
      soldOut: z
        .string()
        .optional()
        .describe('Which of the cakes cannot be had on this day, as a sentence'),
      slots: z.array(
        z.object({
          id: z.string(),
          start: z.string().describe('An instant, ISO 8601 in UTC'),
          end: z.string(),
          kind: z.enum(slotKinds),
          state: z.enum(slotStates),
          orderBy: z.string().describe('The last moment in which it can be ordered'),
          fee: rupees.describe('Of the delivery, for these lines'),
          surcharge: rupees.describe('Of the slot'),
          total: rupees.describe('Lines, fee and surcharge'),
          placesLeft: z.int().nullable(),
          needsHours: z
            .int()
            .nullable()
            .describe(
              'How long ahead these cakes must be ordered, if the slot is too soon for them',
            ),
        }),
      ),
    }),
  ),
})

export type DeliveryOptions = z.input<typeof optionsSchema>
export type ListedDay = DeliveryOptions['days'][number]
export type ListedSlot = ListedDay['slots'][number]

export const earliestSchema = z.object({
  hasZones: z.boolean(),
  hasPickup: z
    .boolean()
    .describe('Whether orders can be picked up: what is picked up has no minimum'),
  zone: publicZoneSchema.nullable(),
  whyNot,
  earliest: z
    .object({ start: z.string().describe('An instant, ISO 8601 in UTC'), end: z.string() })
    .nullable(),
})

export type EarliestResponse = z.infer<typeof earliestSchema>
