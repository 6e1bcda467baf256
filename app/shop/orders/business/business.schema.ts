import { z } from 'zod'
import { gstinError } from '#shop/values/gst/gstin.ts'
import { textSchema } from '#shop/values/text.schema.ts'

export const businessSchema = z.object({
  gstin: z
    .string()
    .trim()
    .toUpperCase()
    .max(15, 'A GSTIN has 15 characters')
    .superRefine((gstin, found) => {
      const message = gstinError(gstin)
      if (message) found.addIssue({ code: 'custom', message })
    }),
  name: textSchema(100, 'Please use at most 100 characters')
    .min(1, 'Enter the name of the business')
    .regex(/^[^\p{Cc}]*$/u, 'Please leave out line breaks'),
})
