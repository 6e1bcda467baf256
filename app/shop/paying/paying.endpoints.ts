import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'

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

const tag = 'Paying by a link'
const token = z.string().min(1).max(200).describe('The last part of the link')

export const startByLinkEndpoint = endpoint({
  method: 'POST',
  path: '/payments/start',
  tag,
  summary: 'Pay by a link',
  description:
    'For an order taken by phone, a change or a customised cake. Whoever has the link may pay, without logging in. Starts the payment at the payment provider; the same again continues it. 409 when nothing is to be paid, or it can no longer be had.',
  access: 'anyone',
  body: z.object({
    token,
    paymentMethodId: paymentMethodSchema,
    all: z
      .boolean()
      .default(false)
      .describe('Of a customised cake: all that would be paid at the hand-over, not the deposit'),
  }),
  response: startedSchema,
  problems: [404, 409],
})

export const confirmByLinkEndpoint = endpoint({
  method: 'POST',
  path: '/payments/confirm',
  tag,
  summary: 'The return from the payment provider to what a link pays',
  description:
    'Reads at the payment provider where the payment stands, and does what it buys when it is paid: `placed`. `expired`: it was not paid in time, or the money goes back.',
  access: 'anyone',
  body: z.object({ token, signedReturn: signedReturnSchema }),
  response: confirmedSchema,
  problems: [404],
})

export type StartedPayment = z.output<typeof startedSchema>
export type Confirmed = z.output<typeof confirmedSchema>
