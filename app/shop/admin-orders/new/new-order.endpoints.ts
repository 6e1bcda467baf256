import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { emailSchema, profileSchema } from '#shop/accounts/accounts.schema.ts'
import { processPaymentEndpoint } from '#shop/checkout/checkout.endpoints.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { paidBySchema } from '#shop/orders/money/door-money.schema.ts'

const mobileno = profileSchema.shape.mobileno

const knownSchema = z.object({
  name: z.string(),
  address: z.string().nullable().describe('Joined as the checkout has it'),
  cakes: z.array(
    z.object({
      cakeid: z.string(),
      name: z.string(),
      flavour: z.string(),
      wt: z.string(),
      amount: z.int(),
      bname: z.string(),
    }),
  ),
})

export type KnownCustomer = z.infer<typeof knownSchema>

export const knownCustomerEndpoint = endpoint({
  method: 'GET',
  path: '/orders/customer',
  tag: 'Admin orders',
  summary: 'Who may call from a mobile number',
  description:
    'What the last order with this number suggests: a name, where it was delivered, unless it was a gift or picked up, and its ready-made cakes. Anybody can type a number: the caller confirms them. Null if no order has it.',
  access: 'edit-orders',
  query: z.object({ mobileno }),
  response: z.object({ customer: knownSchema.nullable() }),
})

export const takeOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/take',
  tag: 'Admin orders',
  summary: 'Take an order by phone or at the counter',
  description:
    'Places an order for a customer, by the rules of the checkout except the limits of cash: `paid` now, in cash or by UPI, or null for when it is handed over. With `link` it is placed once its customer has paid online, within an hour; the link is mailed to them, and is `toPay` until then. A customised cake is priced later, as any other, and needs an email for its quote, unless `paid` is at the counter. The order belongs to a new guest; the owner of an account with this email adds it there by the link in their mail. The same `checkout.checkoutId` again is the same order. 409 as at the checkout, and for a UPI reference that another payment has.',
  access: 'edit-orders',
  body: z.object({
    customer: profileSchema.extend({
      email: emailSchema.or(z.literal('')).default('').describe('Empty: no mails are sent'),
    }),
    paid: z
      .discriminatedUnion('method', [paidBySchema, z.object({ method: z.literal('link') })])
      .nullable(),
    replacedOrderId: orderIdSchema
      .optional()
      .describe(
        'An unpaid order with this number that staff took: it ends now. 409 if it is being paid',
      ),
    checkout: processPaymentEndpoint.body ?? z.never(),
  }),
  response: z.object({
    orderId: z.string(),
    number: z.int(),
    toPay: z
      .object({
        link: z.url(),
        qr: z
          .object({ size: z.int(), path: z.string() })
          .describe('The link as the path of an SVG'),
      })
      .nullable()
      .describe('Where its customer pays; null for an order that is placed'),
  }),
  problems: [404, 409],
})

export type TakenOrder = z.output<typeof takeOrderEndpoint.response>
export type TakeOrderInput = z.output<NonNullable<typeof takeOrderEndpoint.body>>
