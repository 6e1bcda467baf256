import { endpoint } from '#platform/http/endpoint.ts'
import { guestSchema } from '../accounts.schema.ts'
import { signedInSchema } from '../login/login.endpoints.ts'

export const startGuestEndpoint = endpoint({
  method: 'POST',
  path: '/auth/guest',
  tag: 'Users',
  summary: 'Order as a guest',
  description:
    'Starts a session of 12 hours without an account: it is good for one order, and for seeing, changing and cancelling that. Its `token` is also set as the cookie `token`. The answer is the same whether the email has an account or not. At most 5 an hour from one network address; 409 for who is signed in.',
  access: 'anyone',
  body: guestSchema,
  response: signedInSchema,
  problems: [409],
})
