import { z } from 'zod'
import { emailSchema } from '#shop/accounts/accounts.schema.ts'
import { optionalMobileSchema } from '#shop/values/india-address.schema.ts'
import { personNameSchema, textSchema, typedEntry } from '#shop/values/typed/typed.schema.ts'
import { tidyLine, tidyLines } from '#shop/values/typed/typed-text.ts'
import { maxText } from './gift.ts'

function giftTextSchema(max: number, tidy: (text: string) => string) {
  return textSchema(max, `Please use at most ${max} characters`, tidy)
}

/** Used by the forms and by the checkout call. */
export const riderNoteSchema = giftTextSchema(maxText.riderNote, tidyLine)
export const giftMessageSchema = giftTextSchema(maxText.giftMessage, tidyLines)
export const giftFromSchema = giftTextSchema(maxText.giftFrom, tidyLine)

/** '' for none. */
export const recipientEmailSchema = typedEntry()
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
