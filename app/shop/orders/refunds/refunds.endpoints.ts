import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { rupeesSchema } from '#shop/values/typed/rupees.schema.ts'
import { textSchema } from '#shop/values/typed/typed-text.schema.ts'
import { orderIdSchema } from '../api/order.schema.ts'
import { paidBySchema } from '../door/door-money.schema.ts'
import { paymentMethods } from '../money/ledger.ts'
import { maxReasonLength } from '../order-rules.ts'

export const refundOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/refund',
  tag: 'Admin orders',
  summary: 'Refund a payment',
  description:
    'Refunds some or all of what is left of the card payment and emails the customer; or records, with `cash` or `upi` as its `method`, what was given back of the money taken at the door or counter. The same `key` again changes nothing and answers the same. 409 when more is asked for than is left, when nothing was paid by card, while the customer’s bank disputes the payment, for a UPI reference that another payment has, and when the key was used for another refund.',
  access: 'refund',
  recentPassword: true,
  body: z.object({
    orderId: orderIdSchema,
    amount: rupeesSchema.min(0.01, 'must be more than 0'),
    reason: textSchema(maxReasonLength)
      .min(1, 'Please enter a reason.')
      .describe('For the shop’s own records; the customer does not read it'),
    method: z
      .enum(paymentMethods)
      .default('provider')
      .describe('How the customer gets it; `provider`: to the card'),
    reference: paidBySchema.shape.reference,
    key: z.uuid().describe('New for each refund'),
  }),
  response: messageSchema,
  problems: [404, 409],
})
