import { z } from 'zod'
import { gstinError } from '#shop/values/gst/taxpayer.ts'
import { textSchema, typedEntry } from '#shop/values/typed/typed.schema.ts'
import { tidyLine } from '#shop/values/typed/typed-text.ts'

export const businessSchema = z.object({
  gstin: typedEntry()
    .toUpperCase()
    .max(15, 'A GSTIN has 15 characters')
    .superRefine((gstin, found) => {
      const message = gstinError(gstin)
      if (message) found.addIssue({ code: 'custom', message })
    }),
  name: textSchema(100, undefined, tidyLine).min(1, 'Enter the name of the business'),
})

/** A business that buys, as its GST invoice names it (CGST Rules, rule 46). */
export interface Business {
  name: string
  gstin: string
}

/** The parts that tell two orders apart; empty for a consumer. */
export function businessParts(business: Business | null): unknown[] {
  return business ? [[business.gstin, business.name]] : []
}
