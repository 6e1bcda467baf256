import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { confirmOrderEndpoint } from './admin-orders.endpoints.ts'
import { confirmOrder } from './confirm/confirm-order.server.ts'
import { serveOrderList } from './order-list.api.server.ts'

/** The calls by which the baker works on orders. */
export function serveAdminOrders(api: Api, deps: { db: Database; clock: Clock; jobs: Jobs }) {
  api.serve(confirmOrderEndpoint, async ({ body }, { caller }) => ({
    message: await confirmOrder(deps, { caller, ...body }),
  }))
  serveOrderList(api, deps)
}
