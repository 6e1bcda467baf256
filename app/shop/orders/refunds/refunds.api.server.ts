import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { toPaise } from '#shop/values/money.ts'
import { refundOrder } from './refund-order.server.ts'
import { refundOrderEndpoint } from './refunds.endpoints.ts'

export function serveRefunds(api: Api, context: AppContext) {
  api.serve(refundOrderEndpoint, async ({ body: { amount, ...refund } }, { caller }) => ({
    message: await refundOrder(context, {
      caller,
      refund: { ...refund, amountPaise: toPaise(amount) },
    }),
  }))
}
