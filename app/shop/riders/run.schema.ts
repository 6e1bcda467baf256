import { z } from 'zod'
import { requiredMobileSchema } from '#shop/values/india-address.schema.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'

/** The rider, as staff type it. */
export const newRunSchema = z.object({
  riderName: textSchema(60, undefined, tidyEntry).min(1, 'Please enter the rider’s name.'),
  riderMobile: requiredMobileSchema,
})
