import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { apiBase } from '#platform/http/api-client.ts'
import { checkPermission } from '#shop/accounts/require-customer.server.ts'
import { toApiOrder } from '#shop/orders/api/api-order.ts'
import type { ApiOrder } from '#shop/orders/api/order.schema.ts'
import type { Order } from '#shop/orders/order.ts'
import { shopCancelError } from '#shop/orders/order-rules.ts'
import { showOrders } from '#shop/orders/quotes/quotes.store.server.ts'
import { toPaise } from '#shop/values/money.ts'
import {
  adminOrdersEndpoint,
  answerProblemEndpoint,
  dropItemEndpoint,
  kitchenNoteEndpoint,
  moveOrderEndpoint,
  newestOrders,
  ordersPerPage,
} from './admin-orders.endpoints.ts'
import { listOrders, ordersPage } from './admin-orders.store.server.ts'
import { changeKitchenNote } from './detail/change-kitchen-note.server.ts'
import { dropItem } from './drop-item/drop-item.server.tsx'
import { moveByStaff } from './moves/move-by-staff.server.ts'
import { findCustomer } from './new/customers.store.server.ts'
import { knownCustomerEndpoint, takeOrderEndpoint } from './new/new-order.endpoints.ts'
import { takeOrder } from './new/take-order.server.ts'
import { allOrders, type OrderSearch, orderSearchParams } from './order-search.ts'
import { answerProblem } from './problems/answer-problem.server.ts'

export function serveAdminOrders(api: Api, deps: AppContext) {
  api.serve(dropItemEndpoint, async ({ body }, { caller }) => ({
    message: await dropItem(deps, { caller, ...body }),
  }))
  api.serve(moveOrderEndpoint, async ({ body }, { caller }) => {
    if (body.move !== 'bake') checkPermission(caller, 'edit-orders')
    const money = body.money && { ...body.money, amountPaise: toPaise(body.money.amount) }
    return { message: await moveByStaff(deps, { caller, ...body, money }) }
  })
  serveOrderList(api, deps)
  api.serve(knownCustomerEndpoint, async ({ query }) => ({
    customer: await findCustomer(deps.db, query.mobileno),
  }))
  api.serve(takeOrderEndpoint, ({ body }, { caller, address }) =>
    takeOrder(deps, { ...body, caller, address }),
  )
}

function serveOrderList(api: Api, deps: AppContext) {
  api.serve(adminOrdersEndpoint, async ({ query }, { responseHeaders }) => {
    const read = { db: deps.db, now: deps.clock.now() }
    if (Object.values(query).every((value) => value === undefined)) {
      return toApiOrders(
        deps.db,
        await listOrders(read, { ...allOrders, sort: 'newest' }, newestOrders),
      )
    }
    const { limit: size = ordersPerPage, ...filters } = query
    const search = { ...allOrders, ...filters, sort: 'newest' as const }
    const { orders, next } = await ordersPage(read, search, size)
    if (next) responseHeaders.set('link', nextLink({ ...search, sort: null, before: next }, size))
    return toApiOrders(deps.db, orders)
  })

  api.serve(answerProblemEndpoint, async ({ body: { problem, isAnswered } }, { caller }) => ({
    message: await answerProblem(deps, { caller, problemId: problem, isAnswered }),
  }))

  api.serve(kitchenNoteEndpoint, async ({ body }, { caller }) => ({
    message: await changeKitchenNote(deps, { caller, ...body }),
  }))
}

async function toApiOrders(db: Database, orders: readonly Order[]): Promise<ApiOrder[]> {
  const shown = await showOrders(db, orders)
  return shown.map((order) => toApiOrder(order, { canCancel: shopCancelError(order) === null }))
}

function nextLink(search: OrderSearch, limit: number): string {
  const query = orderSearchParams(search)
  query.set('limit', String(limit))
  return `<${apiBase}${adminOrdersEndpoint.path}?${query}>; rel="next"`
}
