import { z } from 'zod'
import { textSchema, typedEntry } from '#shop/values/typed/typed.schema.ts'
import { parseRupees } from '#shop/values/typed/typed-amount.ts'

/** What a column of paise holds. */
const maxPaise = 2_147_483_647
export const maxNote = 300

/** The close of a day as it is typed: fields of a form are text. */
export const dayCloseSchema = z.object({
  day: z.iso.date('Enter a day').describe('In India, not one to come'),
  counted: typedEntry()
    .max(30)
    .refine((text) => (parseRupees(text) ?? maxPaise + 1) <= maxPaise, 'Enter an amount in rupees')
    .describe('Rupees, such as 2,400.50'),
  note: textSchema(maxNote).describe('Why it differs; may be empty if it does not'),
})
