import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { passwordChangeSchema, profileSchema } from '../accounts.schema.ts'

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
