import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { orderIdSchema, orderSchema } from '#shop/orders/api/order.schema.ts'
import {
  failReasons,
  fulfilmentStatuses,
  maxDetailLength,
  staffMoves,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { itemStatuses } from '#shop/orders/item-status.ts'
import { doorMoneySchema, waiveReasonSchema } from '#shop/orders/money/door-money.schema.ts'
import { maxReasonLength, noSuchItemText } from '#shop/orders/order-rules.ts'
import { isDay } from '#shop/values/kolkata-time.ts'
import { maxSearchText, tidySearch } from '#shop/values/typed/typed-entry.ts'
import { textSchema } from '#shop/values/typed/typed-text.schema.ts'
import { maxNote } from './detail/order-detail.ts'
import { isTooShort, maxNumber, orderPayments, toDos, tooShortText } from './order-search.ts'

export const moveOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/move',
  tag: 'Admin orders',
  summary: 'Move an order on its way',
  description:
    '`bake` begins its baking; that it is ready follows from its items (confirmOrder). `dispatch`, then `deliver` or `fail`; a failed delivery is dispatched again or closed (`close`). `collect` ends an order that is picked up. `deliver` and `collect` need the money that is due, or why it is waived; with `close` it is due no more. All but `bake` are for staff who edit orders. The same `moveId` again changes nothing and answers the same. 409 for a move that may not be made now.',
  access: 'prepare-items',
  body: z.object({
    orderId: orderIdSchema,
    move: z.enum(staffMoves),
    moveId: z.uuid().describe('New for each move'),
    detail: textSchema(maxDetailLength).default('').describe('To whom it was given'),
    reason: z
      .enum(failReasons, 'Please say what happened.')
      .optional()
      .describe('Why it could not be handed over; needed for `fail`'),
    money: doorMoneySchema
      .optional()
      .describe('What was taken, with `deliver` or `collect` where something is due'),
    waive: waiveReasonSchema
      .optional()
      .describe('Instead of it: why what is due is waived; for managers and owners'),
  }),
  response: messageSchema,
  problems: [404, 409],
})

export const dropItemEndpoint = endpoint({
  method: 'POST',
  path: '/orders/dropItem',
  tag: 'Admin orders',
  summary: 'Drop one item of an order',
  description:
    'The item is not made: what the card paid for it is refunded, and the customer is mailed with the reason. Shipping is kept unless nothing is left. 409 once the order has left the shop, and for an item that is not made anyway.',
  access: 'refund',
  recentPassword: true,
  body: z.object({
    orderId: orderIdSchema,
    itemId: z.uuid(noSuchItemText),
    reason: textSchema(maxReasonLength)
      .min(1, 'Please enter a reason.')
      .describe('The customer reads it'),
  }),
  response: messageSchema,
  problems: [404, 409],
})

/** The maximum of a call without parameters. */
export const newestOrders = 500
/** The page size of a call without a limit. */
export const ordersPerPage = 50

export const orderFilterQuery = z.object({
  q: z
    .string()
    .max(maxSearchText)
    .transform(tidySearch)
    .refine((text) => !isTooShort(text), tooShortText)
    .optional()
    .describe("An order's number, or at least 3 letters of a name, an e-mail or a mobile"),
  todo: z
    .enum(toDos)
    .optional()
    .describe(
      'Orders with an item that waits for the baker: to be delivered later today, or tomorrow; a customised cake to quote, or one whose price is accepted; an item whose delivery time has passed; an order that is ready to go out, or that could not be delivered; or one with a complaint or a dispute to answer',
    ),
  state: z.enum(itemStatuses).optional().describe('Orders with an item of this status'),
  fulfilment: z.enum(fulfilmentStatuses).optional().describe('Orders that are so far on their way'),
  day: z
    .string()
    .refine(isDay, 'must be a day, YYYY-MM-DD')
    .optional()
    .describe('The day of delivery in Kolkata'),
  payment: z
    .enum(orderPayments)
    .optional()
    .describe('Some of it by card, none of it, or with a refund'),
})

export const adminOrdersEndpoint = endpoint({
  method: 'GET',
  path: '/orders/adminOrders',
  tag: 'Admin orders',
  summary: 'All orders',
  description: `Without parameters the newest ${newestOrders} placed orders. With any of them a page of those that fit, newest first; the header \`Link\` with rel="next" leads to older ones, and is missing on the last page.`,
  access: 'see-orders',
  query: orderFilterQuery.extend({
    limit: z.coerce.number().int().min(1).max(100).optional(),
    before: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxNumber)
      .optional()
      .describe('Only orders with a lower number'),
  }),
  response: z.array(orderSchema),
})

export const kitchenNoteEndpoint = endpoint({
  method: 'POST',
  path: '/orders/note',
  tag: 'Admin orders',
  summary: 'Save a note for the kitchen',
  description:
    'Saves a note with the order; an empty one removes it. 409 when someone else has changed the note.',
  access: 'edit-orders',
  body: z.object({
    orderId: orderIdSchema,
    note: textSchema(maxNote, `A note can have at most ${maxNote} characters.`),
    was: z.string().describe('The note as it was known'),
  }),
  response: messageSchema,
  problems: [404, 409],
})

export const answerProblemEndpoint = endpoint({
  method: 'POST',
  path: '/orders/problem',
  tag: 'Admin orders',
  summary: 'Say that a complaint is answered, or open it again',
  description:
    'Of what a customer reported by the tracking link. It is counted as open until then. Repeating it changes nothing. 404 for a message that is about no order.',
  access: 'edit-orders',
  body: z.object({
    problem: z.uuid('There is no such complaint.').describe('The id of the message'),
    isAnswered: z.boolean(),
  }),
  response: messageSchema,
  problems: [404],
})
