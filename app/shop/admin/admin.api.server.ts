import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { apiBase } from '#platform/http/api-client.ts'
import { isStaff } from '#shop/accounts/roles.ts'
import {
  allUsersEndpoint,
  exportOrdersEndpoint,
  exportUsersEndpoint,
  newestUsers,
  usersPerPage,
} from './admin.endpoints.ts'
import { exportOrders, exportUsers } from './exports/exports.server.ts'
import { type ListedUser, listUsers, usersPage } from './users/users.store.server.ts'

/** The admin calls that belong to no single slice: the list of users, exports of orders and users. */
export function serveAdmin(api: Api, deps: AppContext) {
  api.serve(allUsersEndpoint, async ({ query }, { responseHeaders }) => {
    const { q = '', limit, cursor = null } = query
    if (Object.values(query).every((value) => value === undefined)) {
      return (await listUsers(deps.db, { q, after: null }, newestUsers)).map(toResponse)
    }
    const size = limit ?? usersPerPage
    const { users, next } = await usersPage(deps.db, { q, after: cursor }, size)
    if (next) responseHeaders.set('link', nextLink(q, size, next))
    return users.map(toResponse)
  })

  api.serveFile(exportUsersEndpoint, async ({ query }, { caller, responseHeaders }) => {
    const { rows, file } = await exportUsers(deps, { by: caller, q: query.q ?? '' })
    responseHeaders.set('x-total-rows', String(rows))
    return file
  })

  api.serveFile(exportOrdersEndpoint, async ({ query }, { caller, responseHeaders }) => {
    const { rows, file } = await exportOrders(deps, { by: caller, filter: query })
    responseHeaders.set('x-total-rows', String(rows))
    return file
  })
}

function toResponse({ birthdate, createdAt, ...user }: ListedUser) {
  return {
    ...user,
    isAdmin: isStaff(user.role),
    date: birthdate,
    createdAt: createdAt.toISOString(),
  }
}

function nextLink(q: string, limit: number, cursor: string): string {
  const query = new URLSearchParams({ ...(q && { q }), limit: String(limit), cursor })
  return `<${apiBase}${allUsersEndpoint.path}?${query}>; rel="next"`
}
