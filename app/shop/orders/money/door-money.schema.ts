import { z } from 'zod'
import { rupeesSchema, textSchema, typedEntry } from '#shop/values/typed/typed.schema.ts'
import { doorMethods, maxMoneyReason, upiReferencePattern } from './door-money.ts'

export const paidBySchema = z.object({
  method: z.enum(doorMethods),
  reference: typedEntry()
    .regex(upiReferencePattern, 'The reference has 12 digits.')
    .optional()
    .describe('Of a payment by UPI; it counts once'),
})

/** The amount is in rupees. */
export const doorMoneySchema = paidBySchema.extend({
  amount: rupeesSchema.min(0, 'must not be below 0'),
  reason: textSchema(maxMoneyReason).optional().describe('Why it is less'),
})

export const waiveReasonSchema = textSchema(maxMoneyReason).min(1, 'Please enter a reason.')
