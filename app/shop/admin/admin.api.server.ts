import type { AppContext } from '#app/context.server.ts'
import { csvStream } from '#platform/csv.server.ts'
import type { CsvColumns } from '#platform/csv-columns.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api, FileResponse } from '#platform/http/api.server.ts'
import { apiBase } from '#platform/http/api-client.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { isStaff } from '#shop/accounts/roles.ts'
import { countItems } from '#shop/admin-orders/admin-orders.store.server.ts'
import { allOrders } from '#shop/admin-orders/order-search.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { parseSecuritySearch, securityKinds } from '#shop/audit-log/security-kinds.ts'
import {
  countSecurityEntries,
  type ListedEntry,
  securityEntriesInBatches,
} from '#shop/audit-log/security-log.store.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { toRupees } from '#shop/values/money.ts'
import {
  allUsersEndpoint,
  exportOrdersEndpoint,
  exportSecurityEndpoint,
  exportUsersEndpoint,
  newestUsers,
  usersPerPage,
} from './admin.endpoints.ts'
import { kolkataText, orderCsvColumns, orderCsvRows } from './order-csv.server.ts'
import { countGuests, guestsInBatches } from './users/guests.store.server.ts'
import type { ListedUser } from './users/user-search.ts'
import {
  countUsers,
  type ExportedUser,
  listUsers,
  usersInBatches,
  usersPage,
} from './users/users.store.server.ts'

/** The admin calls that belong to no single slice: the list of users, and exports. */
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

  api.serveFile(exportUsersEndpoint, async ({ query: { q = '' } }, call) => {
    const rows = (await countUsers(deps.db, q)) + (await countGuests(deps.db, q))
    const after = { rows, ...(q && { q }) }
    const audit = { by: call.caller, action: 'export-users', subject: 'users', after } as const
    await recordAudit(deps.db, { at: deps.clock.now(), ...audit })
    const batches = customersInBatches(deps.db, q)
    return exportFile(deps, call, { what: 'users', rows, columns: userCsvColumns, batches })
  })

  api.serveFile(exportOrdersEndpoint, async ({ query: filter }, call) => {
    const found = { db: deps.db, now: deps.clock.now() }
    const search = { ...allOrders, ...filter, sort: 'newest' as const }
    const rows = await countItems(found, search)
    const after = { rows, ...filter }
    const audit = { by: call.caller, action: 'export-orders', subject: 'order', after } as const
    await recordAudit(deps.db, { at: found.now, ...audit })
    const batches = orderCsvRows(found, search)
    return exportFile(deps, call, { what: 'orders', rows, columns: orderCsvColumns, batches })
  })

  api.serveFile(exportSecurityEndpoint, async ({ query }, call) => {
    const now = deps.clock.now()
    const search = parseSecuritySearch(query)
    const rows = await countSecurityEntries(deps.db, search, now)
    const batches = securityEntriesInBatches(deps.db, search, now)
    return exportFile(deps, call, { what: 'security', rows, columns: securityCsvColumns, batches })
  })
}

async function* customersInBatches(db: Database, q: string) {
  yield* usersInBatches(db, q)
  yield* guestsInBatches(db, q)
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

interface CsvExport<Row> {
  what: 'orders' | 'users' | 'security'
  rows: number
  columns: CsvColumns<Row>
  /** Read while the file is sent. */
  batches: AsyncIterable<Row[]>
}

/** Sends a CSV file. The security log records the export. */
async function exportFile<Row>(
  { clock, securityLog }: AppContext,
  { caller, responseHeaders }: { caller: Caller; responseHeaders: Headers },
  { what, rows, columns, batches }: CsvExport<Row>,
): Promise<FileResponse> {
  await securityLog.record({ kind: 'export', userId: caller.id, details: { what, rows } })
  responseHeaders.set('x-total-rows', String(rows))
  return {
    type: 'text/csv; charset=utf-8',
    name: `${what}-${kolkataDay(clock.now())}.csv`,
    body: csvStream(columns, batches),
  }
}

const userCsvColumns: CsvColumns<ExportedUser> = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Mobile no', ({ mobileno }) => mobileno],
  ['Birthdate', ({ birthdate }) => birthdate],
  ['Role', ({ role }) => role],
  ['Registered at', ({ createdAt }) => createdAt && kolkataText(createdAt)],
  ['Orders', ({ orders }) => orders],
  ['Last order', ({ lastPlacedAt }) => lastPlacedAt && kolkataDay(lastPlacedAt)],
  ['Total charged', ({ chargedPaise }) => toRupees(chargedPaise)],
]

const securityCsvColumns: CsvColumns<ListedEntry> = [
  ['At', ({ at }) => kolkataText(at)],
  ['Account', ({ email }) => email],
  ['What', ({ kind }) => securityKinds[kind]],
  ['Times', ({ count }) => count],
  ['Network', ({ network }) => network],
  ['Device', ({ device }) => device],
  ['Details', ({ details }) => JSON.stringify(details)],
]
