import { z } from 'zod'
import { textSchema, typedEntry } from '#shop/values/typed/typed.schema.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'

/** Who carries an order in place of a rider, as staff type it. */
export const courierSchema = z.object({
  name: textSchema(60, undefined, tidyEntry).min(1, 'Please say who carries it, such as Porter.'),
  link: typedEntry()
    .max(500, 'At most 500 characters')
    .refine(
      (link) => link === '' || z.url({ protocol: /^https$/ }).safeParse(link).success,
      'Copy the whole link: it begins with https://',
    )
    .describe('Where the customer follows it; empty for none'),
  note: textSchema(100, undefined, tidyEntry).describe('For staff alone, such as the fare'),
})

export type Courier = z.output<typeof courierSchema>
