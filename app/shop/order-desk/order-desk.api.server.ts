import type { Api } from '#platform/http/api.server.ts'
import { serveOrderList } from './order-list.api.server.ts'

type OrderDeskDeps = Parameters<typeof serveOrderList>[1]

/** The calls by which the baker works on orders. */
export function serveOrderDesk(api: Api, deps: OrderDeskDeps) {
  serveOrderList(api, deps)
}
