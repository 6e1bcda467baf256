import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'

const emailSchema = (missing: string) =>
  z.string().trim().min(1, missing).max(254, 'Invalid email').pipe(z.email('Invalid email'))

/** What the contact form asks for; the names of the fields are the specification's. */
export const contactSchema = z.object({
  username: z
    .string()
    .trim()
    .min(1, 'Name is required')
    .max(100, 'Name can have at most 100 characters'),
  Email: emailSchema('Email is required'),
  Message: z
    .string()
    .trim()
    .min(1, 'Message is required')
    .max(5000, 'Message can have at most 5000 characters'),
})

export type ContactMessage = z.output<typeof contactSchema>

export const contactEndpoint = endpoint({
  method: 'POST',
  path: '/contact',
  tag: 'Storefront',
  summary: 'Write to the shop',
  description: 'Keeps the message and mails it to the shop.',
  access: 'anyone',
  body: contactSchema,
  response: z.object({ message: z.string() }),
  problems: [422],
})

export const subscribeEndpoint = endpoint({
  method: 'POST',
  path: '/subscribe',
  tag: 'Storefront',
  summary: 'Ask for news by mail',
  description:
    'Stores the address after consent and sends one mail with a link to unsubscribe. Asking again changes nothing.',
  access: 'anyone',
  body: z.object({
    email: emailSchema('Email is required').transform((email) => email.toLowerCase()),
    consent: z.literal(true, 'Please agree first; we only write to those who do'),
  }),
  response: z.object({ message: z.string() }),
  problems: [422],
})

export const unsubscribeEndpoint = endpoint({
  method: 'POST',
  path: '/unsubscribe',
  tag: 'Storefront',
  summary: 'Ask for no more news',
  description: 'Takes the token of an unsubscribe link. An unknown token is 404.',
  access: 'anyone',
  body: z.object({ token: z.string().min(1).max(200) }),
  response: z.object({ message: z.string() }),
  problems: [404, 422],
})
