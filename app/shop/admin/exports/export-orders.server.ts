import type { Clock } from '#platform/clock.ts'
import { csvStream } from '#platform/csv.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileResponse } from '#platform/http/api.server.ts'
import type { Caller } from '#platform/http/caller.ts'
import { countItems, ordersInBatches } from '#shop/admin-orders/admin-orders.store.server.ts'
import { allOrders, type OrderFilter, type OrderSearch } from '#shop/admin-orders/order-search.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { itemsOfOrders, orderCsvColumns } from './order-csv.server.ts'

interface Asked {
  by: Caller
  filter: Partial<Pick<OrderSearch, OrderFilter>>
}

/** Placed orders as a CSV file that is read while it is sent, and an entry in the journal that someone asked for them. */
export async function exportOrders(
  { db, clock }: { db: Database; clock: Clock },
  { by, filter }: Asked,
): Promise<{ rows: number; file: FileResponse }> {
  const now = clock.now()
  const search = { ...allOrders, ...filter }
  const rows = await countItems(db, search)
  const after = { rows, ...filter }
  await recordAudit(db, { at: now, by, action: 'export-orders', subject: 'order', after })
  return {
    rows,
    file: {
      type: 'text/csv; charset=utf-8',
      name: `orders-${kolkataDay(now)}.csv`,
      body: csvStream(orderCsvColumns, itemsOfOrders(ordersInBatches(db, search))),
    },
  }
}
