import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import {
  confirmPaymentEndpoint,
  paymentMethodSchema,
  processPaymentEndpoint,
  signedReturnSchema,
} from '../checkout.endpoints.ts'

const token = z.string().max(200).describe('The token in the link of the quote')

export const payQuoteEndpoint = endpoint({
  method: 'POST',
  path: '/quotes/pay',
  tag: 'Customised cakes',
  summary: 'Pay for a customised cake, which accepts its quote',
  description:
    'Whoever has the link of the mail may pay, without logging in. Starts the payment at the payment provider; the same again continues it. 409 when the quote can no longer be accepted or nothing is to be paid.',
  access: 'anyone',
  body: z.object({
    token,
    paymentMethodId: paymentMethodSchema,
    all: z
      .boolean()
      .default(false)
      .describe('All that would be paid at the hand-over, where less has to be paid now'),
  }),
  response: processPaymentEndpoint.response,
  problems: [404, 409],
})

export const confirmQuotePaymentEndpoint = endpoint({
  method: 'POST',
  path: '/quotes/confirm-payment',
  tag: 'Customised cakes',
  summary: 'The return from the payment provider to a quote',
  description:
    'Reads at the payment provider where the payment stands, and accepts the quote when it is paid: `placed`. `expired`: it was not paid in time, or the money goes back.',
  access: 'anyone',
  body: z.object({ token, signedReturn: signedReturnSchema }),
  response: confirmPaymentEndpoint.response,
  problems: [404],
})
