import { z } from 'zod'
import { emailSchema } from '#shop/accounts/accounts.schema.ts'
import { textSchema, typedEntry } from '#shop/values/typed/typed.schema.ts'

/** The names of the fields are the specification's. */
export const contactSchema = z.object({
  username: typedEntry()
    .min(1, 'Name is required')
    .max(100, 'Name can have at most 100 characters'),
  Email: emailSchema,
  Message: textSchema(5000, 'Message can have at most 5000 characters').min(
    1,
    'Message is required',
  ),
})

export type ContactMessage = z.output<typeof contactSchema>
