import { z } from 'zod'
import { addressFields, optionalMobileSchema } from '#shop/values/india-address.schema.ts'
import { personNameSchema, textSchema, typedEntry } from '#shop/values/typed/typed.schema.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'
import { maxLabel } from './saved-address.ts'

/** A person's name; '' for the owner of the account. */
const nameSchema = typedEntry().superRefine((name, found) => {
  const issues = name === '' ? [] : (personNameSchema.safeParse(name).error?.issues ?? [])
  for (const { message } of issues) found.addIssue({ code: 'custom', message })
})

/** An address with its label, and who lives there. */
export const addressEntrySchema = z.object({
  label: textSchema(maxLabel, `It can have at most ${maxLabel} characters`, tidyEntry).min(
    1,
    'A name for it is required, such as Home',
  ),
  name: nameSchema.describe("Who lives there; '' where that is you"),
  mobile: optionalMobileSchema.describe("10 digits, the first from 6 to 9; '' for none"),
  ...addressFields,
})

export const savedAddressSchema = z.object({
  id: z.string(),
  label: z.string(),
  name: z.string().describe("Who lives there; '' where that is you"),
  mobile: z.string().describe("Ten digits; '' where it is not known"),
  address: z.string(),
  pincode: z.string(),
  city: z.string(),
  isDefault: z.boolean(),
})

export type AddressEntry = z.output<typeof addressEntrySchema>
export type SavedAddress = z.output<typeof savedAddressSchema>
