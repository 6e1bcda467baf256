import { z } from 'zod'
import { mobileError, tidyMobile } from '#shop/values/typed/mobile-number.ts'
import { typedText } from '#shop/values/typed/typed.schema.ts'
import { tidyEntry } from '#shop/values/typed/typed-entry.ts'

/** '#1001', 'Order no. 1001' and '१००१' are 1001. */
function tidyOrderNumber(text: string): string {
  return tidyEntry(text).replace(/^\D{1,40}|[^\d\p{L}]\D{0,40}$/gu, '')
}

/** What a customer knows of an order whose link they have lost. */
export const findOrderSchema = z.object({
  number: typedText(tidyOrderNumber).regex(
    /^\d{1,9}$/,
    'An order number has only digits, such as 1001',
  ),
  mobile: typedText(tidyMobile).refine(
    (mobile) => mobileError(mobile) === null,
    'A mobile number has 10 digits, or begins with + and the code of its country',
  ),
})
