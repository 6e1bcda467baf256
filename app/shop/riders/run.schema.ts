import { z } from 'zod'
import { requiredMobileSchema } from '#shop/values/india-address.schema.ts'
import { typedEntry } from '#shop/values/typed/typed-text.schema.ts'

/** The rider, as staff type it. */
export const newRunSchema = z.object({
  riderName: typedEntry()
    .min(1, 'Please enter the rider’s name.')
    .max(60, 'Please use at most 60 characters.'),
  riderMobile: requiredMobileSchema,
})
