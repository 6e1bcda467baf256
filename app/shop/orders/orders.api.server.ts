import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { toApiOrder } from './api/api-order.ts'
import { cancelOrder } from './cancel/cancel-order.server.ts'
import { changeOrder } from './change/change-order.server.ts'
import { orderSlots } from './change/order-slots.server.ts'
import { keepOrderEndpoint } from './guest/keep-order.endpoints.ts'
import { keepOrder } from './guest/keep-order.server.ts'
import { cancelError } from './order-rules.ts'
import {
  cancelOrderEndpoint,
  changeOrderEndpoint,
  orderSlotsEndpoint,
  viewOrdersEndpoint,
} from './orders.endpoints.ts'
import { viewOrders } from './view/view-orders.server.ts'

export function serveOrders(api: Api, context: AppContext) {
  api.serve(changeOrderEndpoint, async ({ body: { orderId, reason, ...changes } }, { caller }) => ({
    message: await changeOrder(context, { caller, orderId, changes, reason }),
  }))

  api.serve(orderSlotsEndpoint, ({ query }, { caller }) =>
    orderSlots(context, { caller, ...query }),
  )

  api.serve(keepOrderEndpoint, async ({ body: { token } }, { caller }) => {
    await keepOrder(context, { caller, token })
    return { message: 'The order is in your account.' }
  })

  api.serve(viewOrdersEndpoint, async ({ body, query }, { caller }) => {
    const found = await viewOrders(context, { caller, email: body.email, before: query.before })
    const now = context.clock.now()
    return found.map((order) => toApiOrder(order, { canCancel: cancelError(order, now) === null }))
  })

  api.serve(cancelOrderEndpoint, async ({ body }, { caller }) => ({
    message: await cancelOrder(context, { caller, ...body }),
  }))
}
