import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { RefundLimit } from '#shop/orders/cancel/refund-limit.server.ts'
import { toPaise } from '#shop/values/money.ts'
import { refundOrder } from './refund-order.server.ts'
import { refundOrderEndpoint } from './refunds.endpoints.ts'

/** The call that refunds a card payment. */
export function serveRefunds(
  api: Api,
  deps: { db: Database; jobs: Jobs; clock: Clock } & RefundLimit,
) {
  api.serve(refundOrderEndpoint, async ({ body: { amount, ...refund } }, { caller }) => ({
    message: await refundOrder(deps, {
      caller,
      refund: { ...refund, amountPaise: toPaise(amount) },
    }),
  }))
}
