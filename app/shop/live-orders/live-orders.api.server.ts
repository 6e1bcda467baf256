import type { Api } from '#platform/http/api.server.ts'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import { liveOrdersEndpoint } from './live-orders.endpoints.ts'
import type { LiveOrders } from './live-orders.server.ts'
import { liveOrdersStream } from './live-orders-stream.server.ts'

/** The call by which an open panel hears of orders. */
export function serveLiveOrders(
  api: Api,
  { accounts, liveOrders }: { accounts: Pick<Accounts, 'callerOf'>; liveOrders: LiveOrders },
) {
  api.serveFile(liveOrdersEndpoint, async (_, { headers, signal, responseHeaders }) => {
    // Or a proxy such as nginx keeps the events until it has many.
    responseHeaders.set('x-accel-buffering', 'no')
    return {
      type: 'text/event-stream',
      body: liveOrdersStream({
        live: liveOrders,
        mayListen: async () => (await accounts.callerOf(headers))?.isAdmin === true,
        lastId: lastEventId(headers),
        signal,
      }),
    }
  })
}

/** What the browser had last when it comes back; null at its first coming, and when that is no id of ours. */
function lastEventId(headers: Headers): number | null {
  const id = headers.get('last-event-id') ?? ''
  return /^\d{1,15}$/.test(id) ? Number(id) : null
}
