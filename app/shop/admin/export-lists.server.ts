import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { csvStream } from '#platform/csv.server.ts'
import type { CsvColumns } from '#platform/csv.ts'
import { type Database, inBatches } from '#platform/database/database.server.ts'
import type { Api, FileResponse } from '#platform/http/api.server.ts'
import { type Caller, fileEndpoint } from '#platform/http/endpoint.ts'
import {
  countItems,
  listOrders,
  type ReadAt,
} from '#shop/admin-orders/admin-orders.store.server.ts'
import { orderFilterQuery } from '#shop/admin-orders/list/list-orders.server.ts'
import { allOrders, type OrderSearch } from '#shop/admin-orders/order-search.ts'
import { parseSecuritySearch, securityKinds } from '#shop/audit-log/audit-actions.ts'
import {
  countSecurityEntries,
  type ListedEntry,
  recordAudit,
  securityEntriesInBatches,
} from '#shop/audit-log/audit-log.store.server.ts'
import { madeOf } from '#shop/cakes/chosen.ts'
import { deliveryOnPaper } from '#shop/orders/delivery/delivery-text.ts'
import { itemLabels } from '#shop/orders/item-status.ts'
import { takenByMethod } from '#shop/orders/money/ledger.ts'
import { sumTaxed, type TaxedAmount } from '#shop/orders/money/tax.ts'
import type { Order } from '#shop/orders/order.ts'
import {
  type OrderDocument,
  type ShownItem,
  type ShownOrder,
  showOrder,
} from '#shop/orders/shown-order.ts'
import { printedAmounts, withDocuments } from '#shop/papers/papers.store.server.ts'
import { addressText } from '#shop/values/india-address.ts'
import { kolkataDay, toKolkataInput } from '#shop/values/kolkata-time.ts'
import { type Paise, toRupees } from '#shop/values/money.ts'
import { userTextSchema } from './users/list-users.server.ts'
import {
  countGuests,
  countUsers,
  type ExportedUser,
  guestsInBatches,
  usersInBatches,
} from './users.store.server.ts'

const exportUsersEndpoint = fileEndpoint({
  path: '/users/export',
  tag: 'Users',
  summary: 'Export users',
  description:
    'Accounts as CSV (UTF-8 with a byte order mark), newest first, a row each, with how many orders they have placed, the day of the last and what all of them are charged, in rupees. After them, by email, who ordered without an account, with the role `guest`: a row for each email, with what was typed last; nobody has proved that it is theirs. The header `X-Total-Rows` says how many there are. Text that a spreadsheet would take for a formula has an apostrophe before it.',
  access: 'see-users',
  recentPassword: true,
  query: z.object({ q: userTextSchema }),
  types: ['text/csv'],
})

const exportOrdersEndpoint = fileEndpoint({
  path: '/orders/export',
  tag: 'Admin orders',
  summary: 'Export orders',
  description:
    'Placed orders as CSV (UTF-8 with a byte order mark), newest first, a row for each item; amounts in rupees, times in India. The first row of an order has its amounts: what was paid, taken and refunded (in cash and by UPI too), and the tax that its papers print, less its credit notes. The header `X-Total-Rows` says how many rows there are. Text that a spreadsheet would take for a formula has an apostrophe before it.',
  access: 'export-orders',
  recentPassword: true,
  query: orderFilterQuery,
  types: ['text/csv'],
})

const filter = z.string().max(254).optional()

const exportSecurityEndpoint = fileEndpoint({
  path: '/security/export',
  tag: 'Users',
  summary: 'Export the security log',
  description:
    'Entries of the last 90 days as CSV (UTF-8 with a byte order mark), newest first. The header `X-Total-Rows` says how many there are. A filter that is not valid is left out.',
  access: 'see-security',
  recentPassword: true,
  query: z.object({ kind: filter, account: filter, network: filter }),
  types: ['text/csv'],
})

export type ExportUsers = typeof exportUsersEndpoint
export type ExportOrders = typeof exportOrdersEndpoint
export type ExportSecurity = typeof exportSecurityEndpoint

/** Lists of staff as CSV files. The security log records each. */
export function serveExports(api: Api, shop: AppContext) {
  api.serveFile(exportUsersEndpoint, async ({ query: { q = '' } }, call) => {
    const rows = (await countUsers(shop.db, q)) + (await countGuests(shop.db, q))
    const after = { rows, ...(q && { q }) }
    const audit = { by: call.caller, action: 'export-users', subject: 'users', after } as const
    await recordAudit(shop.db, { at: shop.clock.now(), ...audit })
    const batches = customersInBatches(shop.db, q)
    return exportFile(shop, call, { what: 'users', rows, columns: userCsvColumns, batches })
  })

  api.serveFile(exportOrdersEndpoint, async ({ query: filter }, call) => {
    const found = { db: shop.db, now: shop.clock.now() }
    const search = { ...allOrders, ...filter, sort: 'newest' as const }
    const rows = await countItems(found, search)
    const after = { rows, ...filter }
    const audit = { by: call.caller, action: 'export-orders', subject: 'order', after } as const
    await recordAudit(shop.db, { at: found.now, ...audit })
    const batches = orderCsvRows(found, search)
    return exportFile(shop, call, { what: 'orders', rows, columns: orderCsvColumns, batches })
  })

  api.serveFile(exportSecurityEndpoint, async ({ query }, call) => {
    const now = shop.clock.now()
    const search = parseSecuritySearch(query)
    const rows = await countSecurityEntries(shop.db, search, now)
    const batches = securityEntriesInBatches(shop.db, search, now)
    return exportFile(shop, call, { what: 'security', rows, columns: securityCsvColumns, batches })
  })
}

async function* customersInBatches(db: Database, q: string) {
  yield* usersInBatches(db, q)
  yield* guestsInBatches(db, q)
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

interface ExportedOrder extends ShownOrder, ReturnType<typeof takenByMethod> {
  documents: OrderDocument[]
  /** Of its papers, less its credit notes. */
  printed: TaxedAmount
}

interface ItemOfOrder {
  order: ExportedOrder
  item: ShownItem
  /** Only the first row has the amounts of the whole order, so that each column adds up. */
  isFirst: boolean
}

/** An amount of the whole order, in rupees. */
function ofOrder(
  heading: string,
  paiseOf: (order: ExportedOrder) => Paise,
): CsvColumns<ItemOfOrder>[number] {
  return [heading, ({ order, isFirst }) => (isFirst ? toRupees(paiseOf(order)) : null)]
}

const orderCsvColumns: CsvColumns<ItemOfOrder> = [
  ['Order', ({ order }) => order.number],
  ['Invoice', ({ order }) => order.documents.map(({ serial }) => serial).join(' ')],
  ['Placed at', ({ order }) => kolkataText(order.placedAt)],
  [
    'Delivery time',
    ({ order }) => (order.slotStartsAt ? deliveryOnPaper(order) : kolkataText(order.deliveryAt)),
  ],
  ['Name', ({ order }) => order.customerName],
  ['Email', ({ order }) => order.customerEmail],
  ['Mobile no', ({ order }) => order.customerMobile],
  ['Recipient', ({ order }) => order.recipientName],
  ['Recipient’s mobile no', ({ order }) => order.recipientMobile],
  ['Address', ({ order }) => (order.isPickup ? 'Pickup' : addressText(order.address))],
  ['Item', ({ item }) => item.name],
  ['Category', ({ item }) => item.category],
  ['Flavour', ({ item }) => madeOf(item)],
  ['Weight (kg)', ({ item }) => item.wt],
  ['Egg', ({ item }) => item.egg],
  ['Quantity', ({ item }) => item.amount],
  ['Name on Cake', ({ item }) => item.bname],
  ['Details', ({ item }) => item.detail],
  ['Customised', ({ item }) => (item.customize ? 'yes' : 'no')],
  ['Status', ({ item }) => itemLabels[item.status]],
  ['Item total', ({ item }) => toRupees(item.unitPaise * item.amount)],
  ['Coupon', ({ item }) => (item.couponPaise > 0 ? toRupees(-item.couponPaise) : null)],
  ofOrder('Shipping', ({ feePaise, surchargePaise }) => feePaise + surchargePaise),
  ofOrder('Paid by card', ({ paidOnlinePaise }) => paidOnlinePaise),
  ofOrder('Refunded', ({ refundedPaise, givenBackPaise }) => refundedPaise + givenBackPaise),
  ofOrder('Cash taken', ({ cashTakenPaise }) => cashTakenPaise),
  ofOrder('UPI taken', ({ upiTakenPaise }) => upiTakenPaise),
  ofOrder('Taxable value', ({ printed }) => printed.taxable),
  ofOrder('CGST', ({ printed }) => printed.cgst),
  ofOrder('SGST/UTGST', ({ printed }) => printed.sgst),
  ofOrder('IGST', ({ printed }) => printed.igst),
]

/** Placed orders as rows, an item each, newest order first; read in batches. */
async function* orderCsvRows(at: ReadAt, search: OrderSearch): AsyncGenerator<ItemOfOrder[]> {
  const batches = inBatches<Order>(batchSize, (last) =>
    listOrders(at, { ...search, before: last?.number ?? search.before }, batchSize),
  )
  for await (const found of batches) {
    const shown = found.map((order) => ({ ...showOrder(order), ...takenByMethod(order) }))
    const printed = await printedAmounts(
      at.db,
      found.map(({ id }) => id),
    )
    const documented = await withDocuments(at.db, shown)
    yield documented.flatMap((each) => {
      const order = { ...each, printed: printed.get(each.id) ?? sumTaxed([]) }
      return order.items.map((item, position) => ({ order, item, isFirst: position === 0 }))
    })
  }
}

const batchSize = 500

/** An instant as spreadsheets understand it, in Kolkata: '2026-11-21 17:30'. */
function kolkataText(instant: string | Date): string {
  return toKolkataInput(new Date(instant)).replace('T', ' ')
}
