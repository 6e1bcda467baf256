import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { emailSchema, profileSchema } from '#shop/accounts/accounts.schema.ts'
import { processPaymentEndpoint } from '#shop/checkout/checkout.endpoints.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { paidBySchema } from '#shop/orders/money/door-money.schema.ts'

const mobileno = profileSchema.shape.mobileno

const knownSchema = z.object({
  id: z.string(),
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
  summary: 'Who calls from a mobile number',
  description:
    'Whose account, or order as a guest, has this number, by the last order: their name, where it was delivered, unless it was a gift or picked up, and its ready-made cakes. Nothing else of them; null if nobody has it.',
  access: 'edit-orders',
  query: z.object({ mobileno }),
  response: z.object({ customer: knownSchema.nullable() }),
})

/** Who is known is named by id and number, so that an id alone finds nobody. */
const customerSchema = z
  .object({
    id: z.string().max(100).optional().describe('Of who is known; left out for a new guest'),
    mobileno,
    name: profileSchema.shape.name.optional().describe('Of a new guest'),
    email: emailSchema.or(z.literal('')).default('').describe('Empty: no mails are sent'),
  })
  .refine(({ id, name }) => id !== undefined || name !== undefined, {
    path: ['name'],
    message: 'Name is required',
  })

export const takeOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/take',
  tag: 'Admin orders',
  summary: 'Take an order by phone or at the counter',
  description:
    'Places an order for a customer, by the rules of the checkout except the limits of cash: `paid` now, in cash or by UPI, or null for when it is handed over. With `link` it is placed once its customer has paid online, within an hour; the link is mailed to them, and is `toPay` until then. A customised cake is priced later, as any other, and needs an email for its quote. Who is not known becomes a guest, with the order. The same `checkout.checkoutId` again is the same order. 409 as at the checkout, and for a UPI reference that another payment has.',
  access: 'edit-orders',
  body: z.object({
    customer: customerSchema,
    paid: z
      .discriminatedUnion('method', [paidBySchema, z.object({ method: z.literal('link') })])
      .nullable(),
    replacedOrderId: orderIdSchema
      .optional()
      .describe('An unpaid order of theirs that staff took: it ends now. 409 if it is being paid'),
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
