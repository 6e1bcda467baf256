import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { emailSchema } from '#shop/accounts/accounts.schema.ts'
import { pincodeSchema } from '../delivery-query.schema.ts'

const tag = 'Delivery'

export const tellMeSchema = z.object({ email: emailSchema, pincode: pincodeSchema })

export const tellMeEndpoint = endpoint({
  method: 'POST',
  path: '/delivery/tell-me',
  tag,
  summary: 'Ask to be told when the shop delivers to a pincode',
  description:
    'Emails the address a link to confirm, good for 7 days: at most once a day, and not if it is confirmed. The answer is the same. Nothing is stored for a pincode that is served.',
  access: 'anyone',
  body: tellMeSchema,
  response: messageSchema,
  problems: [422],
})

const tokenSchema = z.object({ token: z.string().min(1).max(200) })

export const confirmTellMeEndpoint = endpoint({
  method: 'POST',
  path: '/delivery/tell-me/confirm',
  tag,
  summary: 'Confirm to be told of a pincode',
  description:
    'Takes the token of the emailed link; a second time is the same. An unknown or expired token is 404.',
  access: 'anyone',
  body: tokenSchema,
  response: messageSchema,
  problems: [404, 422],
})

export const withdrawTellMeEndpoint = endpoint({
  method: 'POST',
  path: '/delivery/tell-me/withdraw',
  tag,
  summary: 'Withdraw a request to be told of a pincode',
  description: 'Takes the token of the emailed link and deletes the address. 404 if it is gone.',
  access: 'anyone',
  body: tokenSchema,
  response: messageSchema,
  problems: [404, 422],
})
