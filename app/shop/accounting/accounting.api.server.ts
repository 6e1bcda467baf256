import type { AppContext } from '#app/context.server.ts'
import { csvStream } from '#platform/csv.server.ts'
import { type CsvColumns, twoDecimals } from '#platform/csv-columns.ts'
import type { Api, FileResponse } from '#platform/http/api.server.ts'
import { formatDay } from '#shop/values/kolkata-time.ts'
import { formatInr, toRupees } from '#shop/values/money.ts'
import { parseRupees } from '#shop/values/typed/typed-rupees.ts'
import {
  closeDayEndpoint,
  matchStatementEndpoint,
  papersFileEndpoint,
  returnFileEndpoint,
  salesFileEndpoint,
} from './accounting.endpoints.ts'
import { closeDay } from './day-close/close-day.server.ts'
import { salesWithin } from './month/month.store.server.ts'
import { boundsOfMonth } from './month/month.ts'
import { papersFile } from './papers-file/papers-file.server.ts'
import { returnFile } from './returns/return-file.server.ts'
import type { SalesGroup, SalesRow } from './sales/sales.ts'
import { matchStatement } from './upi/match-statement.server.ts'

export function serveAccounting(api: Api, deps: AppContext) {
  api.serveFile(returnFileEndpoint, ({ query }) => returnFile(deps, query))

  api.serveFile(salesFileEndpoint, ({ query }) => salesFile(deps, query))

  api.serveFile(papersFileEndpoint, ({ query: { month } }, { caller: by }) =>
    papersFile(deps, { by, month }),
  )

  api.serve(closeDayEndpoint, async ({ body: { day, counted, note } }, { caller: by }) => {
    const countedPaise = parseRupees(counted) ?? 0
    const { expectedPaise } = await closeDay(deps, { by, day, countedPaise, note })
    const expected = countedPaise === expectedPaise ? '' : `, ${formatInr(expectedPaise)} expected`
    return { message: `${formatDay(day)}: ${formatInr(countedPaise)} counted${expected}.` }
  })

  api.serveUpload(matchStatementEndpoint, async ({ file: { bytes } }, { caller: by }) => {
    const { count, problems } = await matchStatement(deps, { by, bytes })
    const found = `${count} more UPI ${count === 1 ? 'payment is' : 'payments are'} in the account.`
    return { message: count > 0 ? found : 'No more UPI payments are in this statement.', problems }
  })
}

async function salesFile(
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
