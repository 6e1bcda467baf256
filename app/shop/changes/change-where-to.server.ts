import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { requireSession } from '#platform/http/api-guards.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { messageSchema } from '#platform/http/message.schema.ts'
import { checkPermission } from '#shop/accounts/require-customer.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import {
  requireActor,
  requireTracked,
  tokenSchema,
} from '#shop/orders/links/tracking-link.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { isAddressMissing, requireSeen } from '#shop/orders/order-rules.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { addressFields, optionalMobileSchema } from '#shop/values/india-address.schema.ts'
import { changeOrder } from './change-order.server.ts'

const changeWhereToEndpoint = endpoint({
  method: 'POST',
  path: '/orders/whereTo',
  tag: 'Tracking',
  summary: 'Complete or correct where an order goes',
  description:
    'Within its pincode: by staff until it has arrived, by the recipient’s link until the kitchen begins; 409 afterwards. Who ordered is mailed that it changed, without the address. 404 for every link that does not work.',
  access: 'link',
  body: z.object({
    order: orderIdSchema.optional().describe('By staff'),
    token: tokenSchema.optional().describe('The last part of the recipient’s link'),
    address: addressFields.address.optional().describe('Without pincode and city, which stay'),
    mobile: optionalMobileSchema
      .optional()
      .describe("Ten digits, +91 or 0 before them are taken off; '' for none"),
  }),
  response: messageSchema,
  problems: [403, 404, 409],
})

export type ChangeWhereTo = typeof changeWhereToEndpoint

export function serveWhereTo(api: Api, shop: AppContext) {
  api.serve(changeWhereToEndpoint, async ({ body: { order: id, token, ...whereTo } }, call) => {
    if (token !== undefined) {
      const { order } = await requireTracked(shop, token, 'recipient')
      await shop.limiter.attempt('change-recipient', order.id)
      await changeWhereTo(shop, 'recipient', order, whereTo)
      return { message: 'Thank you. We deliver to this address.' }
    }
    checkPermission(requireSession(call.caller), 'edit-orders')
    const { caller, orderId } = await requireActor(shop, call.caller, { orderId: id })
    const order = await findOrder(shop.db, orderId)
    requireSeen(order, caller)
    await changeWhereTo(shop, caller, order, whereTo)
    return { message: 'Address saved.' }
  })
}

/** Completes or corrects where an order goes, within its pincode. */
function changeWhereTo(
  shop: AppContext,
  caller: Caller | 'recipient',
  order: Order,
  { address, mobile }: { address?: string; mobile?: string },
) {
  if (address === undefined && isAddressMissing(order))
    throw fieldError('invalid', 'address', 'Address is required')
  const changes = {
    address: address === undefined ? undefined : { address },
    recipientMobile: order.recipientName === null ? undefined : mobile,
  }
  return changeOrder(shop, { caller, orderId: order.id, changes })
}
