import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { toPaise, toRupees } from '#shop/values/money.ts'
import { longestReason } from './refund-order.ts'

export const refundOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/refund',
  tag: 'Admin orders',
  summary: 'Give back what the card paid',
  description:
    'Gives back some or all of what is left of the card payment and tells the customer by mail. The same `key` again changes nothing and answers the same. 409 when more is asked for than is left, when nothing was paid by card, and when the key was used for another refund.',
  access: 'admin',
  body: z.object({
    orderId: z.uuid('There is no such order.'),
    amount: z
      .number()
      .positive('must be more than nothing')
      .max(toRupees(2_147_483_647), 'is too much')
      .refine((rupees) => toRupees(toPaise(rupees)) === rupees, 'must be whole paise')
      .describe('Rupees'),
    reason: z
      .string()
      .trim()
      .min(1, 'Please say why.')
      .max(longestReason, `Please say it in at most ${longestReason} characters.`)
      .describe('For the shop’s own records; the customer does not read it'),
    key: z.uuid().describe('New for each refund'),
  }),
  response: z.object({ message: z.string() }),
  problems: [404, 409],
})
