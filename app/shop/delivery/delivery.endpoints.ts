import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { pincodeSchema } from '#shop/values/india-address.schema.ts'
import { isDay } from '#shop/values/kolkata-time.ts'
import { textSchema } from '#shop/values/typed/typed-text.schema.ts'
import { deliverySettingsSchema, slotKinds } from './delivery-plan.schema.ts'
import { slotStates } from './slot-options.ts'

const tag = 'Delivery'

export const daySchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'A day is written YYYY-MM-DD')
  .refine(isDay, 'There is no such day')

const version = z.int().min(0).describe('As it was read; 409 when somebody has saved meanwhile')

const lines = z
  .string()
  .max(4000)
  .default('')
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(
    z
      .array(
        z
          .string()
          .regex(/^[A-Za-z0-9_-]{1,64}:\d{1,2}(\.\d{1,3})?:\d{1,3}$/, 'must be cake:weight:amount')
          .transform((line) => {
            const [cakeid = '', wt = '', amount] = line.split(':')
            return { cakeid, wt, amount: Number(amount), customize: cakeid === 'custom' }
          }),
      )
      .max(50),
  )
  .describe('`cake:weight:amount`, joined by commas; cake `custom`: customised')

export const deliverySettingsEndpoint = endpoint({
  method: 'GET',
  path: '/delivery/settings',
  tag,
  summary: 'Zones, slots and what is usual',
  description: 'As they were saved last; amounts in paise.',
  access: 'edit-delivery',
  response: deliverySettingsSchema.extend({ version }),
})

export const saveDeliverySettingsEndpoint = endpoint({
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

export const saveDayEndpoint = endpoint({
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

const optionsQuerySchema = z.object({
  pincode: pincodeSchema.optional().describe('Where to; left out for pickup'),
  pickup: z.enum(['true', 'false']).default('false'),
  lines,
  ...requestedDaysShape,
})

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

export const deliveryOptionsEndpoint = endpoint({
  method: 'GET',
  path: '/delivery/options',
  tag,
  summary: 'When a cart can be delivered',
  description: [
    'Each slot of the requested days and whether it can be had: `open`, or why not: `closed`, `cutoff` (orders have ended), `lead` (the cakes take longer), `full`.',
    '`placesLeft` is given when it is 3 or fewer. `zone` is null where the shop does not deliver.',
    'A shop without zones delivers everywhere at any time of its hours: then `hasZones` is false and there are no days.',
  ].join(' '),
  access: 'anyone',
  query: optionsQuerySchema,
  response: optionsSchema,
})

export type DeliveryOptions = z.input<typeof optionsSchema>
export type ListedDay = DeliveryOptions['days'][number]
export type ListedSlot = ListedDay['slots'][number]
export type DeliveryOptionsQuery = z.output<typeof optionsQuerySchema>

export const earliestEndpoint = endpoint({
  method: 'GET',
  path: '/delivery/earliest',
  tag,
  summary: 'The earliest delivery to a pincode',
  description: [
    'What a delivery costs there, and the next slot that these lines can come in: one of the next days for which orders are taken, or null.',
    '`zone` is null where the shop does not deliver; without lines it is counted how often a pincode is looked up.',
    'A shop without zones delivers everywhere at any time of its hours: then `hasZones` is false.',
  ].join(' '),
  access: 'anyone',
  query: z.object({
    pincode: pincodeSchema,
    lines,
  }),
  response: z.object({
    hasZones: z.boolean(),
    hasPickup: z
      .boolean()
      .describe('Whether orders can be picked up: what is picked up has no minimum'),
    zone: publicZoneSchema.nullable(),
    earliest: z
      .object({ start: z.string().describe('An instant, ISO 8601 in UTC'), end: z.string() })
      .nullable(),
  }),
})

export type EarliestQuery = z.output<NonNullable<typeof earliestEndpoint.query>>
export type EarliestResponse = z.infer<typeof earliestEndpoint.response>
