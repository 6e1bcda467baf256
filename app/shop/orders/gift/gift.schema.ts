import { z } from 'zod'
import { emailSchema } from '#shop/accounts/accounts.schema.ts'
import { optionalMobileSchema } from '#shop/values/india-address.schema.ts'
import { personNameSchema } from '#shop/values/person-name.ts'
import { hasAtMost } from '#ui/letters.ts'
import { maxText, tidyLine, tidyLines } from './gift-text.ts'

/** In UTF-16 units, before it is normalised: sorting the marks of longer texts would take very long. */
const maxTyped = 2000

function textSchema(max: number, tidy: (text: string) => string) {
  const tooLong = `Please use at most ${max} characters`
  return z
    .string()
    .max(maxTyped, { error: tooLong, abort: true })
    .overwrite(tidy)
    .refine(hasAtMost(max), tooLong)
}

/** Used by the forms and by the checkout call. */
export const riderNoteSchema = textSchema(maxText.riderNote, tidyLine)
export const giftMessageSchema = textSchema(maxText.giftMessage, tidyLines)
export const giftFromSchema = textSchema(maxText.giftFrom, tidyLine)

/** '' for none. */
export const recipientEmailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .refine((email) => email === '' || emailSchema.safeParse(email).success, 'Invalid email')

/** Left out if the customer orders for themselves. */
const recipientSchema = z.object({
  name: personNameSchema,
  mobile: optionalMobileSchema
    .default('')
    .describe(
      "10 digits, the first from 6 to 9; +91 and spaces are understood. '' with a whole address",
    ),
  email: recipientEmailSchema.default('').describe('Where their own link is mailed'),
  surprise: z
    .boolean()
    .default(false)
    .describe('Nobody calls or writes to them before it is out for delivery'),
})

export const giftFields = {
  recipient: recipientSchema
    .nullable()
    .default(null)
    .describe('Null or left out: for the customer'),
  riderNote: riderNoteSchema.default('').describe('For the rider only'),
  giftMessage: giftMessageSchema.default('').describe('For the printed card only'),
  giftFrom: giftFromSchema.default('').describe('Who the card is from'),
}
