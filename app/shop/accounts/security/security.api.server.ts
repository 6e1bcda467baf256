import type { AppContext } from '#app/context.server.ts'
import { csvStream } from '#platform/csv.server.ts'
import type { CsvColumns } from '#platform/csv-columns.ts'
import type { Api } from '#platform/http/api.server.ts'
import { kolkataDay, toKolkataInput } from '#shop/values/kolkata-time.ts'
import { exportSecurityEndpoint } from './security.endpoints.ts'
import { parseSecuritySearch, securityKinds } from './security-kinds.ts'
import {
  countSecurityEntries,
  type ListedEntry,
  securityEntriesInBatches,
} from './security-log.store.server.ts'

export function serveSecurity(api: Api, { db, clock, securityLog }: AppContext) {
  api.serveFile(exportSecurityEndpoint, async ({ query }, { caller, responseHeaders }) => {
    const now = clock.now()
    const search = parseSecuritySearch(query)
    const rows = await countSecurityEntries(db, search, now)
    const details = { what: 'security', rows }
    await securityLog.record({ kind: 'export', userId: caller.id, details })
    responseHeaders.set('x-total-rows', String(rows))
    return {
      type: 'text/csv; charset=utf-8',
      name: `security-${kolkataDay(now)}.csv`,
      body: csvStream(columns, securityEntriesInBatches(db, search, now)),
    }
  })
}

const columns: CsvColumns<ListedEntry> = [
  ['At', ({ at }) => toKolkataInput(at).replace('T', ' ')],
  ['Account', ({ email }) => email],
  ['What', ({ kind }) => securityKinds[kind]],
  ['Times', ({ count }) => count],
  ['Network', ({ network }) => network],
  ['Device', ({ device }) => device],
  ['Details', ({ details }) => JSON.stringify(details)],
]
