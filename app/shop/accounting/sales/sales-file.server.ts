import type { AppContext } from '#app/context.server.ts'
import type { CsvColumns } from '#platform/csv.server.ts'
import type { FileResponse } from '#platform/http/api.server.ts'
import { boundsOfMonth } from '../month/month.ts'
import { csvFile, rupees } from '../returns/return-files.server.ts'
import { salesWithin } from './sales.store.server.ts'
import type { SalesGroup, SalesRow } from './sales.ts'

export async function salesFile(
  { db }: Pick<AppContext, 'db'>,
  { month, by }: { month: string; by: SalesGroup },
): Promise<FileResponse> {
  const columns: CsvColumns<SalesRow> = [
    [by, ({ name }) => name],
    ['Orders', ({ orders }) => orders],
    ['Sales (INR)', ({ paise }) => rupees(paise)],
  ]
  const body = csvFile(columns, await salesWithin(db, boundsOfMonth(month), by))
  return { type: 'text/csv; charset=utf-8', name: `sales-by-${by}-${month}.csv`, body }
}
