import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { mailedTokenSchema } from '#shop/accounts/accounts.schema.ts'
import { nameOnCakeSchema } from '#shop/cakes/icing/name-on-cake.schema.ts'
import { detailSchema } from '#shop/cart/custom-request.schema.ts'
import { daySchema, optionsSchema, requestedDaysShape } from '#shop/delivery/delivery.schema.ts'
import {
  addressFields,
  optionalMobileSchema,
  optionalStreetSchema,
  pincodeSchema,
} from '#shop/values/india-address.schema.ts'
import { rupeesSchema, textSchema } from '#shop/values/typed/typed.schema.ts'
import { orderIdSchema, orderSchema } from './api/order.schema.ts'
import { giftFromSchema, giftMessageSchema, riderNoteSchema } from './gift/gift.schema.ts'
import { paidBySchema } from './money/door-money.schema.ts'
import { paymentMethods } from './money/ledger.ts'
import { maxReasonLength } from './order-rules.ts'

export const ordersPerPage = 50

export const viewOrdersEndpoint = endpoint({
  method: 'POST',
  path: '/orders/viewOrders',
  tag: 'Orders',
  summary: "A customer's orders",
  description:
    "Placed orders, newest first, at most 50; `before` (an order's number) asks for older ones. One's own e-mail only; any for staff who see orders.",
  access: 'guest',
  body: z.object({ email: z.email('Invalid email') }),
  query: z.object({ before: z.coerce.number().int().positive().max(2_147_483_647).optional() }),
  response: z.array(orderSchema),
  problems: [403],
})

const reasonSchema = textSchema(maxReasonLength)
  .default('')
  .describe('The shop’s, which the customer reads; a customer gives none')

export const cancelOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/cancelOrders',
  tag: 'Orders',
  summary: 'Cancel an order',
  description:
    'Cancels every item and refunds what the card paid. Its customer may until the order locks, and while no item is prepared; the shop until it has left, from the lock on with a `reason`. 403 beyond a manager’s limit, 409 afterwards.',
  access: 'guest',
  body: z.object({
    email: z
      .email('Invalid email')
      .or(z.literal(''))
      .describe('The customer’s; empty for an order of staff whose customer gave none'),
    orderId: orderIdSchema,
    reason: reasonSchema,
  }),
  response: messageSchema,
  problems: [403, 404, 409],
})

/** Fields that are left out stay as they are. */
export const orderChangeShape = {
  recipientMobile: optionalMobileSchema.optional(),
  riderNote: riderNoteSchema.optional(),
  giftMessage: giftMessageSchema.optional(),
  giftFrom: giftFromSchema.optional(),
  address: z
    .object({ ...addressFields, address: optionalStreetSchema })
    .partial()
    .optional()
    .describe('Its parts that are left out stay. In another zone, which has its own fee and times'),
  time: z
    .string()
    .max(40)
    .optional()
    .describe('Another time, as in `POST /orders/process-payment`: of an open slot'),
  slot: z.uuid().optional().describe('The slot of `time`, where several contain it'),
  items: z
    .array(
      z.object({
        id: z.uuid(),
        bname: nameOnCakeSchema.optional().describe('The name on the cake'),
        detail: detailSchema.optional().describe('The note for the baker'),
        flavour: z.string().max(100).optional().describe('Another of the cake’s flavours'),
        wt: z.string().max(10).optional().describe('Another of the cake’s weights'),
        amount: z.coerce.number().int().min(1).max(1000).optional().describe('Pieces'),
      }),
    )
    .max(100)
    .optional(),
}

const orderChangesSchema = z.object(orderChangeShape)

export type OrderChanges = z.output<typeof orderChangesSchema>

export const changeOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/changeOrder',
  tag: 'Orders',
  summary: 'Change an order',
  description:
    'Until the order locks (`locksAt`, or when it is baked) its customer may change all of this; afterwards, until it has arrived, only `recipientMobile` and `riderNote`: 409. Staff may change all of it until it has left, from the lock on with a `reason`. For another cake, cancel and order again. What costs less is refunded, or less is due. What costs more is due in cash where the order is, and otherwise paid first: the message says so, and the order’s page takes the payment for an hour (`POST /payments/start`).',
  access: 'guest',
  body: orderChangesSchema.extend({ orderId: orderIdSchema, reason: reasonSchema }),
  response: messageSchema,
  problems: [403, 409],
})

export const orderSlotsEndpoint = endpoint({
  method: 'GET',
  path: '/orders/slots',
  tag: 'Orders',
  summary: 'When an order can come instead',
  description:
    'Each slot of the requested days, as `GET /delivery/options` answers it, for an order that its customer may change, or staff for them. Its own is `open`, whatever became of it since. 409 once the order is locked.',
  access: 'guest',
  query: z.object({
    orderId: orderIdSchema,
    pincode: pincodeSchema.optional().describe('Of another address; left out: its own'),
    ...requestedDaysShape,
  }),
  response: optionsSchema.pick({ days: true }),
  problems: [403, 409],
})

export const declareExceptionalEndpoint = endpoint({
  method: 'POST',
  path: '/delivery/exceptional-day',
  tag: 'Delivery',
  summary: 'Say that nothing is promised on a day',
  description:
    'Nothing is refunded for late deliveries in slots that begin after this call; customers read it at checkout. Without a reason the day is as any other again.',
  access: 'edit-delivery',
  body: z.object({
    day: daySchema,
    reason: textSchema(100).min(1, 'Please say why: customers read it.').nullable(),
  }),
  response: messageSchema,
})

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

export const keepOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/keep',
  tag: 'Orders',
  summary: 'Take the order of a guest into your account',
  description:
    'With the link of the mail to the guest, for the account of the same email alone: the link proves that the email is yours. Repeating it changes nothing. 409 for an account with another email.',
  access: 'signed-in',
  body: z.object({ token: mailedTokenSchema }),
  response: messageSchema,
  problems: [404, 409],
})
