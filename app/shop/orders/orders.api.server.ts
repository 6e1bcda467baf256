import type { Api } from '#platform/http/api.server.ts'
import { formatInr } from '#shop/values/money.ts'
import { type CancelOrderDeps, cancelOrder } from './cancel/cancel-order.server.ts'
import { type ChangeOrderDeps, changeOrder } from './change/change-order.server.ts'
import { orderSlots } from './change/order-slots.server.ts'
import { keepOrderEndpoint } from './guest/keep-order.endpoints.ts'
import { type KeepOrderDeps, keepOrder } from './guest/keep-order.server.ts'
import { refundArrives } from './order-money.ts'
import {
  cancelOrderEndpoint,
  changeOrderEndpoint,
  orderSlotsEndpoint,
  viewOrdersEndpoint,
} from './orders.endpoints.ts'
import { type ViewOrdersDeps, viewOrders } from './view/view-orders.server.ts'

export type OrdersDeps = CancelOrderDeps & ViewOrdersDeps & KeepOrderDeps & ChangeOrderDeps

/** The calls by which customers see, change, cancel and keep their orders. */
export function serveOrders(api: Api, deps: OrdersDeps) {
  api.serve(changeOrderEndpoint, async ({ body: { orderId, ...changes } }, { caller }) => ({
    message: await changeOrder(deps, { caller, orderId, changes }),
  }))

  api.serve(orderSlotsEndpoint, ({ query }, { caller }) => orderSlots(deps, { caller, ...query }))

  api.serve(keepOrderEndpoint, async ({ body: { token } }, { caller }) => {
    await keepOrder(deps, { caller, token })
    return { message: 'The order is in your account.' }
  })

  api.serve(viewOrdersEndpoint, ({ body, query }, { caller }) =>
    viewOrders(deps, { caller, email: body.email, before: query.before }),
  )

  api.serve(cancelOrderEndpoint, async ({ body }, { caller }) => ({
    message: cancelledText(await cancelOrder(deps, { caller, ...body })),
  }))
}

/** What is said to who has cancelled an order. */
export function cancelledText({
  refundedPaise,
  byShop,
}: Awaited<ReturnType<typeof cancelOrder>>): string {
  const back =
    refundedPaise > 0
      ? ` We’ve refunded ${formatInr(refundedPaise)}. ${refundArrives(byShop ? 'the customer' : 'you')}`
      : ''
  return `${byShop ? 'The' : 'Your'} order is cancelled.${back}`
}
