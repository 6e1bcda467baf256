import { z } from 'zod'
import { emailSchema } from '#shop/accounts/accounts.schema.ts'
import { optionalMobileSchema } from '#shop/values/india-address.schema.ts'
import { personNameSchema } from '#shop/values/person-name.ts'
import { maxText, tidyLine, tidyLines } from './gift-text.ts'

/** Before it is normalised: sorting the marks of longer texts would take very long. */
const maxTyped = 2000

function textSchema(max: number, tidy: (text: string) => string) {
  const tooLong = `Please use at most ${max} characters`
  return z.string().max(maxTyped, { error: tooLong, abort: true }).overwrite(tidy).max(max, tooLong)
}

/** Beside their labels in a form, and in the call that orders. */
export const riderNoteSchema = textSchema(maxText.riderNote, tidyLine)
export const giftMessageSchema = textSchema(maxText.giftMessage, tidyLines)
export const giftFromSchema = textSchema(maxText.giftFrom, tidyLine)

/** An e-mail; '' for none. */
export const recipientEmailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .refine((email) => email === '' || emailSchema.safeParse(email).success, 'Invalid email')

/** Whom an order is for, where it is not its customer. */
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

/** What `POST /orders/process-payment` takes of a gift. */
export const giftFields = {
  recipient: recipientSchema
    .nullable()
    .default(null)
    .describe('Null or left out: for the customer'),
  riderNote: riderNoteSchema.default('').describe('For the rider only'),
  giftMessage: giftMessageSchema.default('').describe('For the printed card only'),
  giftFrom: giftFromSchema.default('').describe('Who the card is from'),
}
