import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { currentPasswordSchema } from '../accounts.schema.ts'

export const passwordAgainEndpoint = endpoint({
  method: 'POST',
  path: '/account/password-again',
  tag: 'Account',
  summary: 'Give the password again',
  description:
    'For the session of the call. Calls that refuse with the problem type `password-needed` then answer for 15 minutes.',
  access: 'signed-in',
  body: currentPasswordSchema,
  response: messageSchema,
})
