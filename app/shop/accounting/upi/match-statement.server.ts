import type { AppContext } from '#app/context.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { readTable, unusableFile } from '#platform/read-table.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { sumPaise } from '#shop/values/money.ts'
import { matchPayments, statementRows } from './match-payments.ts'
import { findPayments, markMatched } from './upi-payments.store.server.ts'

/**
 * Marks the UPI payments that a bank's statement has. Nothing of it is stored; the same one again changes nothing.
 *
 * @returns how many were marked, and why others with a reference in the statement were not
 * @throws AppError invalid for a file that is no statement as CSV
 */
export async function matchStatement(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { by, bytes }: { by: Caller; bytes: Uint8Array },
): Promise<{ count: number; problems: string[] }> {
  const cells = readTable(bytes, { relax_quotes: true })
  const rows = statementRows(await Array.fromAsync(cells))
  if (rows.length === 0) {
    throw unusableFile('The file has no number of 12 digits. Is it a statement of the bank?')
  }
  const references = [...new Set(rows.flatMap(({ numbers }) => numbers))]
  return db.transaction(async (tx) => {
    const { matched, problems } = matchPayments(rows, await findPayments(tx, references))
    const at = clock.now()
    const marked = await markMatched(tx, matched, at)
    const after = { count: marked.length, paise: sumPaise(marked) }
    if (after.count > 0) {
      await recordAudit(tx, { at, by, action: 'match-upi', subject: 'money', after })
    }
    return { count: after.count, problems }
  })
}
