import { z } from 'zod'
import { requiredMobileSchema } from '#shop/values/india-address.schema.ts'

/** What a customer knows of an order whose link they have lost. */
export const findOrderSchema = z.object({
  number: z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, 'An order number has only digits, such as 1001'),
  mobile: requiredMobileSchema,
})
