import { z } from 'zod'
import { typedEntry } from '#shop/values/typed/typed.schema.ts'

export const couponCodeSchema = typedEntry()
  .toUpperCase()
  .regex(/^[A-Z0-9]{3,20}$/, 'A coupon has 3 to 20 letters and digits')

const day = z.iso.date('Enter a day').or(z.literal(''))
const number = typedEntry().regex(/^([1-9]\d{0,6})?$/, 'Enter a whole number, or nothing')

/** A coupon as its owner types it: fields of a form are text. */
export const couponSchema = z
  .object({
    code: couponCodeSchema.describe('What customers type'),
    off: typedEntry()
      .regex(/^([1-9]\d?%|[1-9]\d{0,5})$/, 'Enter per cent, such as 10%, or rupees, such as 100')
      .describe('`10%` or whole rupees'),
    from: number.describe('What these cakes must come to, whole rupees'),
    categories: typedEntry()
      .max(500, 'At most 500 characters')
      .describe('Of cakes, separated by commas; empty: all that have a price'),
    isForFirstOrder: z.enum(['yes', 'no']),
    maxUses: number.describe('How often in all; empty: any number'),
    maxEach: number.describe('How often each customer, by mobile and email; empty: any number'),
    startsOn: day,
    endsOn: day.describe('The last day'),
  })
  .superRefine(({ off, from, startsOn, endsOn }, { addIssue }) => {
    const wrong = (path: string, message: string) =>
      addIssue({ code: 'custom', path: [path], message })
    const isPercent = off.endsWith('%')
    if (isPercent && Number.parseInt(off, 10) > 90) wrong('off', 'At most 90%')
    if (!isPercent && Number(from) <= Number(off)) wrong('from', 'Enter more than it takes off')
    if (startsOn && endsOn && endsOn < startsOn) wrong('endsOn', 'Enter a day after the first')
  })

export type TypedCoupon = z.input<typeof couponSchema>
