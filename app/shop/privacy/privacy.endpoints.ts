import { z } from 'zod'
import { endpoint, fileEndpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'

const tag = 'Account'

export const downloadDataEndpoint = fileEndpoint({
  path: '/account/data',
  tag,
  summary: 'Download my data',
  description:
    'Everything the shop keeps of the caller: as JSON, or as a page to read with the pictures in it.',
  access: 'signed-in',
  recentPassword: true,
  query: z.object({ as: z.enum(['json', 'page']).default('json') }),
  types: ['application/json', 'text/html'],
})

export const withdrawConsentEndpoint = endpoint({
  method: 'POST',
  path: '/account/withdraw-consent',
  tag,
  summary: 'Withdraw a consent',
  description:
    'Ends the newsletter of the caller’s email. Without a newsletter it changes nothing.',
  access: 'signed-in',
  body: z.object({ consent: z.literal('newsletter') }),
  response: messageSchema,
})

export const deleteAccountEndpoint = endpoint({
  method: 'POST',
  path: '/account/delete',
  tag,
  summary: 'Delete my account',
  description:
    'Deletes the caller’s account and the person from all that stays. 409 while an order is open, and for the last owner.',
  access: 'signed-in',
  recentPassword: true,
  response: messageSchema,
  problems: [409],
})
