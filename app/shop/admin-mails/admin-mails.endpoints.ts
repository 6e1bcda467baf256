import { z } from 'zod'
import { endpoint, fileEndpoint } from '#platform/http/endpoint.ts'

/** As many mails as are sent again at once. */
export const mostAtOnce = 100

/** A mail's id as it is asked for. NUL is a character that the database cannot even look for. */
export const mailIdSchema = z
  .string()
  .min(1)
  .max(200)
  .refine((id) => !id.includes('\0'), 'must be the id of a mail')

export const sendAgainEndpoint = endpoint({
  method: 'POST',
  path: '/mails/again',
  tag: 'Mails',
  summary: 'Send mails again that could not be sent',
  description: `Those of \`ids\`, or with \`all\` the oldest ${mostAtOnce} of all, are tried anew. Answers 409 when none of them is waiting for that.`,
  access: 'admin',
  body: z
    .object({
      ids: z.array(mailIdSchema).min(1, 'Name a mail').max(mostAtOnce).optional(),
      all: z.literal(true, 'must be true').optional(),
    })
    .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
      path: ['ids'],
      message: 'Name the mails, or say all',
    }),
  response: z.object({ message: z.string(), count: z.number().int() }),
  problems: [409],
})

const ofOneMail = {
  tag: 'Mails',
  access: 'admin',
  params: z.object({ id: mailIdSchema }),
  problems: [404],
} as const

export const mailHtmlEndpoint = fileEndpoint({
  ...ofOneMail,
  path: '/mails/{id}/html',
  summary: 'A mail as its reader sees it',
  description:
    'With its pictures in it, to be shown in a frame: no script runs in there and nothing is fetched. Answers 404 where mails go by a mail server, and before it was sent.',
  types: ['text/html'],
})

export const mailFileEndpoint = fileEndpoint({
  ...ofOneMail,
  path: '/mails/{id}/eml',
  summary: 'A mail as a file',
  description:
    'As it would travel, for a mail program. Answers 404 where mails go by a mail server, and before it was sent.',
  types: ['message/rfc822'],
})
