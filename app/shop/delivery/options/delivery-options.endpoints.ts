import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { daySchema } from '../delivery.endpoints.ts'
import { slotKinds } from '../delivery-plan.schema.ts'
import { linesSchema, pincodeSchema } from '../delivery-query.schema.ts'
import { publicZoneSchema } from '../fees/public-zone.schema.ts'
import { slotStates } from '../slot-options.ts'

const rupees = z.number().min(0)

/** Which days a query requests. */
export const requestedDaysShape = {
  from: daySchema.optional().describe('The first day; today when left out'),
  days: z.coerce.number().int().min(1).max(63).default(7),
}

const optionsQuerySchema = z.object({
  pincode: pincodeSchema.optional().describe('Where to; left out for pickup'),
  pickup: z.enum(['true', 'false']).default('false'),
  lines: linesSchema.describe('`cake:weight:amount`, joined by commas; cake `custom`: customised'),
  ...requestedDaysShape,
})

/** The slots of some days. */
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
        }),
      ),
    }),
  ),
})

export const deliveryOptionsEndpoint = endpoint({
  method: 'GET',
  path: '/delivery/options',
  tag: 'Delivery',
  summary: 'When a cart can be delivered',
  description: [
    'Each slot of the days asked for and whether it can be had: `open`, or why not: `closed`, `cutoff` (orders have ended), `lead` (the cakes take longer), `full`.',
    '`placesLeft` is said when it is 3 or fewer. `zone` is null where the shop does not deliver.',
    'A shop without zones delivers everywhere at any time of its hours: then `hasZones` is false and there are no days.',
  ].join(' '),
  access: 'anyone',
  query: optionsQuerySchema,
  response: optionsSchema,
})

export const deliverySimulationEndpoint = endpoint({
  method: 'GET',
  path: '/delivery/simulation',
  tag: 'Delivery',
  summary: 'What a customer would be offered at another time',
  description:
    'Answers as `GET /delivery/options` does, by the saved settings and what is taken now, as if it were `now`.',
  access: 'edit-delivery',
  query: optionsQuerySchema.extend({
    now: z
      .string()
      .transform(kolkataToInstant)
      .refine((time) => !Number.isNaN(time.getTime()), 'Enter a date and a time')
      .optional()
      .describe('YYYY-MM-DDTHH:mm in Kolkata; the present when left out'),
  }),
  response: optionsSchema,
})

export type DeliveryOptions = z.input<typeof optionsSchema>
export type DeliveryOptionsQuery = z.output<typeof optionsQuerySchema>
