import { z } from 'zod'
import { gstPercents } from '#shop/values/gst/goods-rates.ts'
import { typedEntry } from '#shop/values/typed/typed.schema.ts'

/** A rate as its owner types it: fields of a form are text. */
export const rateSchema = z.object({
  category: z
    .string()
    .trim()
    .max(100)
    .describe('Empty for every category without rates of its own'),
  from: z.iso.date('Enter a day').describe('A day to come'),
  hsn: typedEntry().regex(/^(\d{4}|\d{6}|\d{8})$/, 'An HSN code has 4, 6 or 8 digits'),
  gstPercent: z.enum(gstPercents.map(String)),
})
