import type { Api } from '#platform/http/api.server.ts'
import { formatInr } from '#shop/values/money.ts'
import { type CancelOrderDeps, cancelOrder } from './cancel/cancel-order.server.ts'
import { cancelOrderEndpoint, viewOrdersEndpoint } from './orders.endpoints.ts'
import { type ViewOrdersDeps, viewOrders } from './view/view-orders.server.ts'

/** The calls by which customers see and cancel their orders. */
export function serveOrders(api: Api, deps: CancelOrderDeps & ViewOrdersDeps) {
  api.serve(viewOrdersEndpoint, ({ body, query }, { caller }) =>
    viewOrders(deps, { caller, email: body.email, before: query.before }),
  )

  api.serve(cancelOrderEndpoint, async ({ body }, { caller }) => {
    const { refundedPaise } = await cancelOrder(deps, { caller, ...body })
    const whose = caller.isAdmin ? 'the' : 'your'
    const back =
      refundedPaise > 0
        ? ` ${formatInr(refundedPaise)} will be back on ${whose} card in a few days.`
        : ''
    return { message: `${caller.isAdmin ? 'The' : 'Your'} order is cancelled.${back}` }
  })
}
