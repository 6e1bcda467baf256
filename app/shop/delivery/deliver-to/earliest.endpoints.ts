import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { linesSchema, pincodeSchema } from '../delivery-query.schema.ts'
import { publicZoneSchema } from '../fees/public-zone.schema.ts'

export const earliestEndpoint = endpoint({
  method: 'GET',
  path: '/delivery/earliest',
  tag: 'Delivery',
  summary: 'The earliest delivery to a pincode',
  description: [
    'What a delivery costs there, and the next slot that these lines can come in: one of the next days for which orders are taken, or null.',
    '`zone` is null where the shop does not deliver; without lines it is counted how often a pincode is asked for.',
    'A shop without zones delivers everywhere at any time of its hours: then `hasZones` is false.',
  ].join(' '),
  access: 'anyone',
  query: z.object({
    pincode: pincodeSchema,
    lines: linesSchema.describe(
      '`cake:weight:amount`, joined by commas; cake `custom`: customised',
    ),
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
