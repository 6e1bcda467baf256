import { z } from 'zod'
import { endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { orderSchema } from './order.schema.ts'

/** The most orders in one response. */
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

export const cancelOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/cancelOrders',
  tag: 'Orders',
  summary: 'Cancel an order',
  description:
    'Cancels every item and refunds what the card paid. 409 once an item is prepared, and for its customer once the delivery time has come.',
  access: 'guest',
  body: z.object({ email: z.email('Invalid email'), orderId: z.uuid('There is no such order') }),
  response: messageSchema,
  problems: [403, 404, 409],
})
