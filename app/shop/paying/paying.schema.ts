import { z } from 'zod'

export const paymentMethodSchema = z
  .string()
  .max(200)
  .nullish()
  .describe('What the browser made of the card; none for a provider whose own pages ask for it')

export const signedReturnSchema = z
  .record(z.string().max(100), z.string().max(500))
  .optional()
  .describe("What the payment provider's own pages gave the browser, signed by it")

export const startedSchema = z.object({
  client_secret: z.string().nullable(),
  orderId: z.string(),
  number: z.number().int().describe('The number that people know the order by'),
  placed: z.boolean().describe('True when nothing is left to pay'),
  secondsToPay: z
    .int()
    .min(0)
    .describe(
      'How long the order awaits its payment, or holds its place; 0 when nothing is left to pay',
    ),
})

export const confirmedSchema = z.object({
  state: z.enum(['awaiting_payment', 'placed', 'expired']),
  number: z.number().int(),
})

export type StartedPayment = z.output<typeof startedSchema>
export type Confirmed = z.output<typeof confirmedSchema>
