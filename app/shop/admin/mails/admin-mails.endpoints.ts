import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'

export const maxPerCall = 100

/** A mail's id. The database cannot search for NUL. */
const mailIdSchema = z
  .string()
  .min(1)
  .max(200)
  .refine((id) => !id.includes('\0'), 'must be the id of a mail')

export const sendAgainEndpoint = endpoint({
  method: 'POST',
  path: '/mails/again',
  tag: 'Mails',
  summary: 'Send mails again that were not sent',
  description: `Sends those of \`ids\`, or with \`all\` the oldest ${maxPerCall} dead letters. Responds with 409 if none of them is a dead letter or held back.`,
  access: 'read-mails',
  body: z
    .object({
      ids: z.array(mailIdSchema).min(1, 'Name at least one mail').max(maxPerCall).optional(),
      all: z.literal(true, 'must be true').optional(),
    })
    .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
      path: ['ids'],
      message: 'Send either ids or all',
    }),
  response: z.object({ message: z.string(), count: z.number().int() }),
  problems: [409],
})
