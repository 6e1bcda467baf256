import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { emailSchema } from '#shop/accounts/accounts.schema.ts'
import { textSchema, typedEntry } from '#shop/values/typed/typed-text.schema.ts'

/** The names of the fields are the specification's. */
export const contactSchema = z.object({
  username: typedEntry()
    .min(1, 'Name is required')
    .max(100, 'Name can have at most 100 characters'),
  Email: emailSchema,
  Message: textSchema(5000, 'Message can have at most 5000 characters').min(
    1,
    'Message is required',
  ),
})

export type ContactMessage = z.output<typeof contactSchema>

export const contactEndpoint = endpoint({
  method: 'POST',
  path: '/contact',
  tag: 'Storefront',
  summary: 'Send a message to the shop',
  description: 'Stores the message and emails it to the shop.',
  access: 'anyone',
  body: contactSchema,
  response: messageSchema,
  problems: [422],
})

export const subscribeEndpoint = endpoint({
  method: 'POST',
  path: '/subscribe',
  tag: 'Storefront',
  summary: 'Subscribe to the newsletter',
  description:
    'Emails the address a link to confirm, good for 7 days: at most once a day, and not if it is confirmed. The answer is the same.',
  access: 'anyone',
  body: z.object({
    email: emailSchema,
    consent: z.literal(true, 'Please agree to receive our emails'),
  }),
  response: messageSchema,
  problems: [422],
})

const tokenSchema = z.object({ token: z.string().min(1).max(200) })

export const confirmSubscriptionEndpoint = endpoint({
  method: 'POST',
  path: '/confirm-subscription',
  tag: 'Storefront',
  summary: 'Confirm the newsletter',
  description: 'Takes the token of the emailed link. An unknown or expired token is 404.',
  access: 'anyone',
  body: tokenSchema,
  response: messageSchema,
  problems: [404, 422],
})

export const unsubscribeEndpoint = endpoint({
  method: 'POST',
  path: '/unsubscribe',
  tag: 'Storefront',
  summary: 'Unsubscribe from the newsletter',
  description:
    'Takes the token of an unsubscribe link and deletes the address. An unknown or used token is 404.',
  access: 'anyone',
  body: tokenSchema,
  response: messageSchema,
  problems: [404, 422],
})
