import type { AppContext } from '#app/context.server.ts'
import { csvStream } from '#platform/csv.server.ts'
import { type CsvColumns, twoDecimals } from '#platform/csv-columns.ts'
import type { FileResponse } from '#platform/http/api.server.ts'
import { toRupees } from '#shop/values/money.ts'
import { boundsOfMonth } from '../month/month.ts'
import { salesWithin } from './sales.store.server.ts'
import type { SalesGroup, SalesRow } from './sales.ts'

export async function salesFile(
  { db }: Pick<AppContext, 'db'>,
  { month, by }: { month: string; by: SalesGroup },
): Promise<FileResponse> {
  const columns: CsvColumns<SalesRow> = [
    [by, ({ name }) => name],
    ['Orders', ({ orders }) => orders],
    ['Sales (INR)', ({ paise }) => twoDecimals(toRupees(paise))],
  ]
  const body = csvStream(columns, [await salesWithin(db, boundsOfMonth(month), by)])
  return { type: 'text/csv; charset=utf-8', name: `sales-by-${by}-${month}.csv`, body }
}
