import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { csvStream } from '#platform/csv.server.ts'
import { type CsvColumns, twoDecimals } from '#platform/csv.ts'
import type { Api } from '#platform/http/api.server.ts'
import { fileEndpoint } from '#platform/http/endpoint.ts'
import { toRupees } from '#shop/values/money.ts'
import { monthSchema } from '../month/month.schema.ts'
import { salesWithin } from '../month/month.store.server.ts'
import { boundsOfMonth } from '../month/month.ts'
import { type SalesRow, salesGroups } from './sales.ts'

const salesFileEndpoint = fileEndpoint({
  path: '/money/sales',
  tag: 'Money',
  summary: 'The sales of a month',
  description:
    'What was charged in the month, less what was taken off, as CSV; `by` is what it is added up by. Hour and weekday are those of the order, in India.',
  access: 'see-money',
  query: z.object({ month: monthSchema, by: z.enum(salesGroups) }),
  types: ['text/csv'],
})

export type DownloadSales = typeof salesFileEndpoint

export function serveSalesFile(api: Api, shop: AppContext) {
  api.serveFile(salesFileEndpoint, async ({ query: { month, by } }) => {
    const columns: CsvColumns<SalesRow> = [
      [by, ({ name }) => name],
      ['Orders', ({ orders }) => orders],
      ['Sales (INR)', ({ paise }) => twoDecimals(toRupees(paise))],
    ]
    const body = csvStream(columns, [await salesWithin(shop.db, boundsOfMonth(month), by)])
    return { type: 'text/csv; charset=utf-8', name: `sales-by-${by}-${month}.csv`, body }
  })
}
