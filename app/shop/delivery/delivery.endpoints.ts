import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { deliverySettingsSchema } from './delivery-plan.schema.ts'

const tag = 'Delivery'

export const daySchema = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'A day is written YYYY-MM-DD')
  .refine((day) => new Date(`${day}T00:00Z`).toJSON()?.startsWith(day), 'There is no such day')

const version = z.int().min(0).describe('As it was read; 409 when somebody has saved meanwhile')

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
    closedReason: z.string().trim().min(1).max(100).nullish(),
    kitchenMinutes: z.int().min(0).max(100_000).nullish(),
    places: z
      .record(z.uuid(), z.int().min(0).max(10_000).nullable())
      .optional()
      .describe('The most orders of slots, by their id'),
    reason: z.string().trim().max(200).default('').describe('Why limits are above the usual'),
  }),
  response: messageSchema,
})
