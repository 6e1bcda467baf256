import { z } from 'zod'
import { isDay } from '#shop/values/kolkata-time.ts'
import { slotKinds } from './delivery-plan.schema.ts'
import { slotStates } from './slot-options.ts'

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

export const optionsSchema = z.object({
  hasZones: z.boolean(),
  zone: publicZoneSchema.nullable(),
  days: z.array(
    z.object({
      day: z.string(),
      closedReason: z.string().nullable(),
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
  earliest: z
    .object({ start: z.string().describe('An instant, ISO 8601 in UTC'), end: z.string() })
    .nullable(),
})

export type EarliestResponse = z.infer<typeof earliestSchema>
