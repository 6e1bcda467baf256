import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { mailedTokenSchema } from '#shop/accounts/accounts.schema.ts'

export const keepOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/keep',
  tag: 'Orders',
  summary: 'Take the order of a guest into your account',
  description:
    'With the link of the mail to the guest, for the account of the same email alone: the link proves that the email is yours. Repeating it changes nothing. 409 for an account with another email.',
  access: 'signed-in',
  body: z.object({ token: mailedTokenSchema }),
  response: messageSchema,
  problems: [404, 409],
})
