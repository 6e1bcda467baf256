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

/** What the calls of an account's owner have in common. */
export const ofOwnAccount = { method: 'POST', tag: 'Account', access: 'signed-in' } as const

export const changeProfileEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/profile',
  summary: 'Change your name and mobile',
  description: 'For orders from now on. Orders that were placed keep what they were placed with.',
  body: profileSchema,
  response: messageSchema,
})

export const changePasswordEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/password',
  summary: 'Change your password',
  description: 'With the old one. It ends every other session and is mailed to you.',
  body: passwordChangeSchema,
  response: messageSchema,
})

export const endSessionEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/sessions/end',
  summary: 'Log out one device',
  description: 'Ends one of your sessions, by its id.',
  body: z.object({ id: z.string().min(1).max(100) }),
  response: messageSchema,
  problems: [404],
})

export const endSessionsEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/sessions/end-all',
  summary: 'Log out everywhere',
  description: 'Ends all your sessions, this one too.',
  response: messageSchema,
})

export const passwordAgainEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/password-again',
  summary: 'Give the password again',
  description:
    'For the session of the call. Calls that refuse with the problem type `password-needed` then answer for 15 minutes.',
  body: currentPasswordSchema,
  response: messageSchema,
})

export const changeEmailEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/email',
  summary: 'Ask for another email, or confirm yours',
  description:
    'Mails a link to the old address and one to the new. The email changes once both were confirmed, within 24 hours. The answer does not tell whether the new address has an account. With the account’s own address, which nobody has confirmed, it mails one link to it.',
  recentPassword: true,
  body: onlyEmailSchema,
  response: messageSchema,
})

export const cancelEmailChangeEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/email/cancel',
  summary: 'Keep the email',
  description: 'Ends an open change of your email. Its links stop working.',
  response: messageSchema,
})

export const confirmEmailEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/email/confirm',
  summary: 'Confirm an email',
  description:
    'With the token of a mailed link, once. Of the two links of a change, the second one changes the email and ends every other session. The link to the account’s own address asks its owner to be logged in. 409 when the link was used or has expired, or when the address has got an account meanwhile.',
  access: 'anyone',
  body: z.object({ token: mailedTokenSchema }),
  response: z.object({
    message: z.string(),
    isChanged: z.boolean().describe('Whether the account has another email now'),
  }),
  problems: [401, 409],
})
