import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { forgotPasswordSchema, resetPasswordSchema } from '../accounts.schema.ts'

const tag = 'Users'

export const forgotPasswordEndpoint = endpoint({
  method: 'POST',
  path: '/users/forgot-password',
  tag,
  summary: 'Ask for a new password',
  description:
    'Mails a link that is good for an hour, if the e-mail has an account. The answer is the same either way.',
  access: 'anyone',
  body: forgotPasswordSchema,
  response: messageSchema,
  problems: [403],
})

export const resetPasswordEndpoint = endpoint({
  method: 'POST',
  path: '/users/reset-password',
  tag,
  summary: 'Set a new password',
  description:
    'With the token of the mailed link, once; it ends every session of the account. 409 when the link was used or has expired.',
  access: 'anyone',
  body: resetPasswordSchema,
  response: messageSchema,
  problems: [403, 409],
})
