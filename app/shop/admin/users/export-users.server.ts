import type { Clock } from '#platform/clock.ts'
import { type CsvColumns, csvStream } from '#platform/csv.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileResponse } from '#platform/http/api.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { kolkataText } from '../exports/export-orders.server.ts'
import { countUsers, type ListedUser, usersInBatches } from './users.store.server.ts'

/** Accounts as a CSV file that is read while it is sent, and an entry in the journal that someone asked for them. */
export async function exportUsers(
  { db, clock }: { db: Database; clock: Clock },
  { by, q }: { by: Caller; q: string },
): Promise<{ rows: number; file: FileResponse }> {
  const now = clock.now()
  const rows = await countUsers(db, q)
  const after = { rows, ...(q && { q }) }
  await recordAudit(db, { at: now, by, action: 'export-users', subject: 'users', after })
  return {
    rows,
    file: {
      type: 'text/csv; charset=utf-8',
      name: `users-${kolkataDay(now)}.csv`,
      body: csvStream(userCsvColumns, usersInBatches(db, q)),
    },
  }
}

const userCsvColumns: CsvColumns<ListedUser> = [
  ['Name', ({ name }) => name],
  ['Email', ({ email }) => email],
  ['Mobile no', ({ mobileno }) => mobileno],
  ['Birthdate', ({ birthdate }) => birthdate],
  ['Admin', ({ isAdmin }) => (isAdmin ? 'yes' : 'no')],
  ['Registered at', ({ createdAt }) => kolkataText(createdAt)],
]
