import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { emailSchema, loginSchema, registrationSchema } from '../accounts.schema.ts'

const tag = 'Users'

/** A session has started; its token is also set as the cookie. */
export const signedInSchema = z.object({
  token: z.string(),
  isAdmin: z.boolean(),
  message: z.string(),
})

const codeNeededSchema = z.object({
  codeNeeded: z.literal(true).describe('The password was right: send a code to /users/login/code'),
  message: z.string(),
})

export const registerEndpoint = endpoint({
  method: 'POST',
  path: '/users/new',
  tag,
  summary: 'Register',
  description:
    'Makes a customer account; it does not sign in. 409 when the e-mail, in any case, has an account.',
  access: 'anyone',
  body: registrationSchema,
  response: messageSchema,
  problems: [403, 409],
})

export const loginEndpoint = endpoint({
  method: 'POST',
  path: '/users/login',
  tag,
  summary: 'Sign in',
  description:
    'Starts a session. Its `token` is also set as the cookie `token`. With an authenticator app it asks for a code instead, and sets the cookie of that step. A wrong password and an unknown e-mail answer the same 401. When strangers have guessed wrong too often in a day, the right password answers 401 too, unless it comes from where the account was signed in to before.',
  access: 'anyone',
  body: loginSchema,
  response: z.union([signedInSchema, codeNeededSchema]),
  problems: [401, 403],
})

export const logoutEndpoint = endpoint({
  method: 'POST',
  path: '/users/logout',
  tag,
  summary: 'Sign out',
  description:
    'Ends the session on the server and clears its cookies; fine for those who are signed out.',
  access: 'anyone',
  response: messageSchema,
})

/** As the specification has it. The pages use POST. */
export const logoutByGetEndpoint = endpoint({
  method: 'GET',
  path: '/users/logout',
  tag,
  summary: 'Sign out by GET',
  description: 'As POST. 403 when a page of another site asks, its own subdomains included.',
  access: 'anyone',
  response: messageSchema,
  problems: [403],
})

export const nameByEmailEndpoint = endpoint({
  method: 'POST',
  path: '/users/getnamebyemail',
  tag,
  summary: 'The name of an account',
  description: "One's own, or anyone's for the owner.",
  access: 'signed-in',
  body: z.object({ email: emailSchema }),
  response: z.object({ userName: z.string() }),
  problems: [403, 404],
})
