import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { emailChangeSchema, mailedTokenSchema } from '../accounts.schema.ts'

const tag = 'Account'

export const changeEmailEndpoint = endpoint({
  method: 'POST',
  path: '/account/email',
  tag,
  summary: 'Ask for another email',
  description:
    'Mails a link to the old address and one to the new. The email changes once both were confirmed, within 24 hours. The answer does not tell whether the new address has an account.',
  access: 'signed-in',
  recentPassword: true,
  body: emailChangeSchema,
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
  summary: 'Confirm a change of email',
  description:
    'With the token of one of the two mailed links, once. The second one changes the email and ends every other session. 409 when the link was used or has expired, or when the address has got an account meanwhile.',
  access: 'anyone',
  body: z.object({ token: mailedTokenSchema }),
  response: z.object({
    message: z.string(),
    isChanged: z.boolean().describe('False while the other link is still to be opened'),
  }),
  problems: [409],
})
