import { z } from 'zod'
import { requiredMobileSchema } from '#shop/values/india-address.schema.ts'
import { inLatinDigits } from '#shop/values/india-address.ts'

const wrongNumber = 'An order number has only digits, such as 1001'

/** What a customer knows of an order whose link they have lost. */
export const findOrderSchema = z.object({
  /** '#1001', 'Order no. 1001' and '१००१' are 1001. */
  number: z
    .string()
    .max(60, { error: wrongNumber, abort: true })
    .overwrite((text) => inLatinDigits(text.normalize('NFKC')).replace(/^\D+|[^\d\p{L}]\D*$/gu, ''))
    .regex(/^\d{1,9}$/, wrongNumber),
  mobile: requiredMobileSchema,
})
