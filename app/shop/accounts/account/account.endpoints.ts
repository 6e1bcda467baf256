import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import {
  currentPasswordSchema,
  mailedTokenSchema,
  onlyEmailSchema,
  passwordChangeSchema,
  profileSchema,
} from '../accounts.schema.ts'

const tag = 'Account'

export const changeProfileEndpoint = endpoint({
  method: 'POST',
  path: '/account/profile',
  tag,
  summary: 'Change your name and mobile',
  description: 'For orders from now on. Orders that were placed keep what they were placed with.',
  access: 'signed-in',
  body: profileSchema,
  response: messageSchema,
})

export const changePasswordEndpoint = endpoint({
  method: 'POST',
  path: '/account/password',
  tag,
  summary: 'Change your password',
  description: 'With the old one. It ends every other session and is mailed to you.',
  access: 'signed-in',
  body: passwordChangeSchema,
  response: messageSchema,
})

export const endSessionEndpoint = endpoint({
  method: 'POST',
  path: '/account/sessions/end',
  tag,
  summary: 'Sign out one device',
  description: 'Ends one of your sessions, by its id.',
  access: 'signed-in',
  body: z.object({ id: z.string().min(1).max(100) }),
  response: messageSchema,
  problems: [404],
})

export const endSessionsEndpoint = endpoint({
  method: 'POST',
  path: '/account/sessions/end-all',
  tag,
  summary: 'Sign out everywhere',
  description: 'Ends all your sessions, this one too.',
  access: 'signed-in',
  response: messageSchema,
})

export const passwordAgainEndpoint = endpoint({
  method: 'POST',
  path: '/account/password-again',
  tag,
  summary: 'Give the password again',
  description:
    'For the session of the call. Calls that refuse with the problem type `password-needed` then answer for 15 minutes.',
  access: 'signed-in',
  body: currentPasswordSchema,
  response: messageSchema,
})

export const changeEmailEndpoint = endpoint({
  method: 'POST',
  path: '/account/email',
  tag,
  summary: 'Ask for another email, or confirm yours',
  description:
    'Mails a link to the old address and one to the new. The email changes once both were confirmed, within 24 hours. The answer does not tell whether the new address has an account. With the account’s own address, which nobody has confirmed, it mails one link to it.',
  access: 'signed-in',
  recentPassword: true,
  body: onlyEmailSchema,
  response: messageSchema,
})

export const cancelEmailChangeEndpoint = endpoint({
  method: 'POST',
  path: '/account/email/cancel',
  tag,
  summary: 'Keep the email',
  description: 'Ends an open change of your email. Its links stop working.',
  access: 'signed-in',
  response: messageSchema,
})

export const confirmEmailEndpoint = endpoint({
  method: 'POST',
  path: '/account/email/confirm',
  tag,
  summary: 'Confirm an email',
  description:
    'With the token of a mailed link, once. Of the two links of a change, the second one changes the email and ends every other session. The link to the account’s own address asks its owner to be signed in. 409 when the link was used or has expired, or when the address has got an account meanwhile.',
  access: 'anyone',
  body: z.object({ token: mailedTokenSchema }),
  response: z.object({
    message: z.string(),
    isChanged: z.boolean().describe('Whether the account has another email now'),
  }),
  problems: [401, 409],
})
