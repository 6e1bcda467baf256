import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { daySchema } from '#shop/delivery/delivery.endpoints.ts'
import { textSchema } from '#shop/values/typed/typed-text.schema.ts'

export const declareExceptionalEndpoint = endpoint({
  method: 'POST',
  path: '/delivery/exceptional-day',
  tag: 'Delivery',
  summary: 'Say that nothing is promised on a day',
  description:
    'Nothing is refunded for late deliveries in slots that begin after this call; customers read it at checkout. Without a reason the day is as any other again.',
  access: 'edit-delivery',
  body: z.object({
    day: daySchema,
    reason: textSchema(100).min(1, 'Please say why: customers read it.').nullable(),
  }),
  response: messageSchema,
})
