import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { messageSchema } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { requireTracked, tokenSchema } from '#shop/orders/links/tracking-link.server.ts'
import { isAddressMissing } from '#shop/orders/order-rules.ts'
import { addressFields, optionalMobileSchema } from '#shop/values/india-address.schema.ts'
import { changeOrder } from './change-order.server.ts'

const changeWhereToEndpoint = endpoint({
  method: 'POST',
  path: '/orders/whereTo',
  tag: 'Tracking',
  summary: 'Complete or correct where an order goes',
  description:
    'By its recipient’s link. Within its pincode, until the kitchen begins; 409 afterwards. Who ordered is mailed that it changed, without the address. 404 for every link that does not work, and for that of somebody else.',
  access: 'anyone',
  body: z.object({
    token: tokenSchema,
    address: addressFields.address.optional().describe('Without pincode and city, which stay'),
    mobile: optionalMobileSchema
      .optional()
      .describe("Ten digits, +91 or 0 before them are taken off; '' for none"),
  }),
  response: messageSchema,
  problems: [404, 409],
})

export type ChangeWhereTo = typeof changeWhereToEndpoint

export function serveWhereTo(api: Api, shop: AppContext) {
  api.serve(changeWhereToEndpoint, async ({ body: { token, address, mobile } }) => {
    const { order } = await requireTracked(shop, token, 'recipient')
    await shop.limiter.attempt('change-recipient', order.id)
    if (address === undefined && isAddressMissing(order)) {
      throw fieldError('invalid', 'address', 'Address is required')
    }
    const changes = {
      address: address === undefined ? undefined : { address },
      recipientMobile: mobile,
    }
    await changeOrder(shop, { caller: 'recipient', orderId: order.id, changes })
    return { message: 'Thank you. We deliver to this address.' }
  })
}
