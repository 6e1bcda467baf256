import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import { confirmItem } from './confirm-item.server.ts'
import type { LiveOrders } from './live-orders.server.ts'
import { liveOrdersStream } from './live-orders-stream.server.ts'
import { confirmOrderEndpoint, liveOrdersEndpoint } from './order-desk.endpoints.ts'
import { serveOrderList } from './order-list.api.server.ts'

type OrderDeskDeps = {
  db: Database
  clock: Clock
  accounts: Pick<Accounts, 'callerOf'>
  liveOrders: LiveOrders
} & Parameters<typeof serveOrderList>[1]

/** The calls by which the baker works on orders. */
export function serveOrderDesk(api: Api, deps: OrderDeskDeps) {
  api.serve(confirmOrderEndpoint, async ({ body }, { caller }) => ({
    message: await confirmItem(deps, { caller, ...body }),
  }))

  api.serveFile(liveOrdersEndpoint, async (_, { headers, signal, answerHeaders }) => {
    // Or a proxy such as nginx keeps the events until it has many.
    answerHeaders.set('x-accel-buffering', 'no')
    return {
      type: 'text/event-stream',
      body: liveOrdersStream({
        live: deps.liveOrders,
        mayListen: async () => (await deps.accounts.callerOf(headers))?.isAdmin === true,
        lastId: lastEventId(headers),
        signal,
      }),
    }
  })
  serveOrderList(api, deps)
}

/** What the browser had last when it comes back; null at its first coming, and when that is no id of ours. */
function lastEventId(headers: Headers): number | null {
  const id = headers.get('last-event-id') ?? ''
  return /^\d{1,15}$/.test(id) ? Number(id) : null
}
