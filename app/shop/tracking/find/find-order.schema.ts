import { z } from 'zod'
import { mobileError, tidyMobile } from '#shop/values/typed/mobile-number.ts'
import { typedText } from '#shop/values/typed/typed-text.schema.ts'

/** What a customer knows of an order whose link they have lost. */
export const findOrderSchema = z.object({
  number: z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, 'An order number has only digits, such as 1001'),
  mobile: typedText(tidyMobile).refine(
    (mobile) => mobileError(mobile) === null,
    'A mobile number has 10 digits, or begins with + and the code of its country',
  ),
})
