import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import {
  emailSchema,
  forgotPasswordSchema,
  loginSchema,
  registrationSchema,
  resetPasswordSchema,
} from './account.schema.ts'

const tag = 'Users'
const message = z.object({ message: z.string() })

export const registerEndpoint = endpoint({
  method: 'POST',
  path: '/users/new',
  tag,
  summary: 'Register',
  description:
    'Makes a customer account; it does not sign in. 409 when the e-mail, in any case, has an account.',
  access: 'anyone',
  body: registrationSchema,
  response: message,
  problems: [403, 409],
})

export const loginEndpoint = endpoint({
  method: 'POST',
  path: '/users/login',
  tag,
  summary: 'Sign in',
  description:
    'Starts a session. Its `token` is also set as the cookie `token`. A wrong password and an unknown e-mail answer the same 401.',
  access: 'anyone',
  body: loginSchema,
  response: z.object({ token: z.string(), isAdmin: z.boolean(), message: z.string() }),
  problems: [401, 403],
})

export const logoutEndpoint = endpoint({
  method: 'GET',
  path: '/users/logout',
  tag,
  summary: 'Sign out',
  description:
    'Ends the session on the server and clears its cookies; fine for those who are signed out.',
  access: 'anyone',
  response: message,
  problems: [403],
})

export const nameByEmailEndpoint = endpoint({
  method: 'POST',
  path: '/users/getnamebyemail',
  tag,
  summary: 'The name of an account',
  description: "One's own, or anyone's for an administrator.",
  access: 'signed-in',
  body: z.object({ email: emailSchema }),
  response: z.object({ userName: z.string() }),
  problems: [403, 404],
})

export const forgotPasswordEndpoint = endpoint({
  method: 'POST',
  path: '/users/forgot-password',
  tag,
  summary: 'Ask for a new password',
  description:
    'Mails a link that is good for an hour, if the e-mail has an account. The answer is the same either way.',
  access: 'anyone',
  body: forgotPasswordSchema,
  response: message,
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
  response: message,
  problems: [403, 409],
})
