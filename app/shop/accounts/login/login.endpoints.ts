import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import {
  emailSchema,
  guestSchema,
  loginSchema,
  onlyEmailSchema,
  registrationSchema,
  resetPasswordSchema,
} from '../accounts.schema.ts'

/** What the calls of those who log in have in common. */
export const ofUsers = { method: 'POST', tag: 'Users', access: 'anyone' } as const

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
  ...ofUsers,
  path: '/users/new',
  summary: 'Register',
  description:
    'Makes a customer account; it does not log in. 409 when the e-mail, in any case, has an account.',
  body: registrationSchema,
  response: messageSchema,
  problems: [403, 409],
})

export const loginEndpoint = endpoint({
  ...ofUsers,
  path: '/users/login',
  summary: 'Log in',
  description:
    'Starts a session. Its `token` is also set as the cookie `token`. With an authenticator app it asks for a code instead, and sets the cookie of that step. A wrong password and an unknown e-mail answer the same 401.',
  body: loginSchema,
  response: z.union([signedInSchema, codeNeededSchema]),
  problems: [401, 403],
})

export const logoutEndpoint = endpoint({
  ...ofUsers,
  path: '/users/logout',
  summary: 'Log out',
  description:
    'Ends the session on the server and clears its cookies; fine for those who are logged out.',
  response: messageSchema,
})

/** As the specification has it. The pages use POST. */
export const logoutByGetEndpoint = endpoint({
  ...ofUsers,
  method: 'GET',
  path: '/users/logout',
  summary: 'Log out by GET',
  description:
    'As POST, for links of the shop’s own pages: 403 when another site asks, its own subdomains included, and when a page has it as a picture or a frame.',
  response: messageSchema,
  problems: [403],
})

export const nameByEmailEndpoint = endpoint({
  ...ofUsers,
  path: '/users/getnamebyemail',
  summary: 'The name of an account',
  description: "One's own, or anyone's for the owner.",
  access: 'signed-in',
  body: z.object({ email: emailSchema }),
  response: z.object({ userName: z.string() }),
  problems: [403, 404],
})

export const startGuestEndpoint = endpoint({
  ...ofUsers,
  path: '/auth/guest',
  summary: 'Order as a guest',
  description:
    'Starts a session of 12 hours without an account, for placing orders and for seeing, changing and cancelling these. Its `token` is also set as the cookie `token`. The answer is the same whether the email has an account or not. 409 for who is logged in.',
  body: guestSchema,
  response: signedInSchema,
  problems: [409],
})

export const forgotPasswordEndpoint = endpoint({
  ...ofUsers,
  path: '/users/forgot-password',
  summary: 'Ask for a new password',
  description:
    'Mails a link that is good for an hour, if the e-mail has an account. The answer is the same either way.',
  body: onlyEmailSchema,
  response: messageSchema,
  problems: [403],
})

export const resetPasswordEndpoint = endpoint({
  ...ofUsers,
  path: '/users/reset-password',
  summary: 'Set a new password',
  description:
    'With the token of the mailed link, once; it ends every session of the account. 409 when the link was used or has expired.',
  body: resetPasswordSchema,
  response: messageSchema,
  problems: [403, 409],
})
