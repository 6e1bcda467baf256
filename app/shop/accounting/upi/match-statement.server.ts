import type { AppContext } from '#app/context.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { readTable, unusableFile } from '#platform/read-table.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { sumPaise } from '#shop/values/money.ts'
import { matchPayments } from './match-payments.ts'
import { readStatement } from './read-statement.ts'
import { findPayments, markPayments } from './upi-payments.store.server.ts'

const cut =
  'A spreadsheet has cut references: 6.33217E+11 has lost digits. Choose the file as the bank sent it, without saving it again.'
const noReference =
  'The file has no UPI reference of 12 digits. Is it a statement of the bank, with a column of references or texts with UPI?'
const noProof =
  'The file does not show which amounts came in: it has no heading such as Credit or Deposit, no Cr beside them, and no balance that grows by them.'

/**
 * Marks the UPI payments that a bank's statement has, and takes the mark from those that it has debited. Nothing else
 * of it is stored; the same one again changes nothing.
 *
 * @returns how many were marked, and why others with a reference in the statement were not
 * @throws AppError invalid for a file that is no statement, or does not show what came in
 */
export async function matchStatement(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { by, bytes }: { by: Caller; bytes: Uint8Array },
): Promise<{ count: number; problems: string[] }> {
  const cells = readTable(bytes, { relax_quotes: true })
  const { rows, cutCount } = readStatement(await Array.fromAsync(cells))
  if (rows.length === 0) throw unusableFile(cutCount > 0 ? cut : noReference)
  if (!rows.some((row) => row.credits.length + row.debits.length > 0)) throw unusableFile(noProof)
  const references = [...new Set(rows.flatMap((row) => row.references))]
  return db.transaction(async (tx) => {
    const found = matchPayments(rows, await findPayments(tx, references))
    const at = clock.now()
    const matched = await markPayments(tx, found.matched, { matchedAt: at })
    const reversed = await markPayments(tx, found.reversed, { matchedAt: null, reversedAt: at })
    const after = {
      ...{ count: matched.length, paise: sumPaise(matched) },
      ...{ reversed: reversed.length, reversedPaise: sumPaise(reversed) },
    }
    if (after.count + after.reversed > 0) {
      await recordAudit(tx, { at, by, action: 'match-upi', subject: 'money', after })
    }
    return {
      count: after.count,
      problems: cutCount > 0 ? [...found.problems, cut] : found.problems,
    }
  })
}
