import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, uploadEndpoint } from '#platform/http/endpoint.ts'
import { readTable, unusableFile } from '#platform/read-table.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { noteReference } from '#shop/paying/own-upi/note-reference.server.ts'
import { formatInr, sumPaise } from '#shop/values/money.ts'
import { readStatement, type StatementRow } from './read-statement.ts'
import {
  claimedPayments,
  findPayments,
  markPayments,
  type NotedPayment,
} from './upi-payments.store.server.ts'

const cut =
  'A spreadsheet has cut references: 6.33217E+11 has lost digits. Choose the file as the bank sent it, without saving it again.'
const noReference =
  'The file has no UPI reference of 12 digits. Is it a statement of the bank, with a column of references or texts with UPI?'
const noProof =
  'The file does not show which amounts came in: it has no heading such as Credit or Deposit, no Cr beside them, and no balance that grows by them.'

const matchStatementEndpoint = uploadEndpoint({
  path: '/money/statement',
  tag: 'Money',
  summary: 'Match UPI payments with a statement',
  description:
    'Takes a statement of the bank as CSV or Excel workbook, at most 20,000 rows. It finds the payments to the shop’s own UPI id of which a row has the reference that their customers gave and the amount as a credit, marks the UPI payments of which a row has both, and takes the mark from those that a row has as a debit. Nothing else of it is stored, and the same one again changes nothing. `problems` says why others of the statement do not count. 422 for a file that is no statement, or does not show what came in.',
  access: 'close-day',
  field: 'file',
  maxBytes: 5 * 1024 * 1024,
  response: messageSchema.extend({ problems: z.array(z.string()) }),
})

export type MatchStatement = typeof matchStatementEndpoint

/**
 * Marks the UPI payments that a bank's statement has, and takes the mark from those that it has debited. Nothing else
 * of it is stored; the same one again changes nothing.
 */
export function serveStatements(api: Api, shop: AppContext) {
  const { db, clock } = shop
  api.serveUpload(matchStatementEndpoint, async ({ file: { bytes } }, { caller: by }) => {
    const cells = readTable(bytes, { relax_quotes: true })
    const { rows, cutCount } = readStatement(await Array.fromAsync(cells))
    if (rows.length === 0) throw unusableFile(cutCount > 0 ? cut : noReference)
    if (!rows.some((row) => row.credits.length + row.debits.length > 0)) throw unusableFile(noProof)
    const references = [...new Set(rows.flatMap((row) => row.references))]
    const unfound = await findClaimed(shop, { rows, references, by })
    return db.transaction(async (tx) => {
      const found = matchPayments(rows, await findPayments(tx, references))
      const at = clock.now()
      const matched = await markPayments(tx, found.matched, { matchedAt: at })
      const reversed = await markPayments(tx, found.reversed, { matchedAt: null, reversedAt: at })
      const count = matched.length
      const after = {
        ...{ count, paise: sumPaise(matched) },
        ...{ reversed: reversed.length, reversedPaise: sumPaise(reversed) },
      }
      if (count + reversed.length > 0) {
        await recordAudit(tx, { at, by, action: 'match-upi', subject: 'money', after })
      }
      const more = `${count} more UPI ${count === 1 ? 'payment is' : 'payments are'} in the account.`
      return {
        message: count > 0 ? more : 'No more UPI payments are in this statement.',
        problems: [...unfound, ...found.problems, ...(cutCount > 0 ? [cut] : [])],
      }
    })
  })
}

/**
 * Finds payments to the shop's own UPI id by what their customers say: the statement has that reference, with exactly
 * the amount as a credit.
 *
 * @returns why others with such a reference are not found
 */
async function findClaimed(
  shop: AppContext,
  { rows, references, by }: { rows: readonly StatementRow[]; references: string[]; by: Caller },
): Promise<string[]> {
  const claimed = await claimedPayments(shop.db, references)
  const { matched, problems } = matchPayments(rows, claimed)
  for (const { id: paymentId, reference } of matched) {
    const orderId = claimed.find(({ id }) => id === paymentId)?.orderId ?? ''
    if (reference) await noteReference(shop, { orderId, paymentId, reference, by })
  }
  return problems
}

/**
 * Finds the payments of which a row has the reference and exactly the amount as a credit, and those that are debited
 * again. A row is one payment: one with the references of two matches neither, also if the other was matched before.
 *
 * @returns `problems`: why a payment whose reference is in the statement does not count
 */
export function matchPayments(rows: readonly StatementRow[], payments: readonly NotedPayment[]) {
  const all = new Map(
    payments.map((one) => [one.reference, { ...one, rows: [] as StatementRow[] }]),
  )
  for (const row of rows) {
    const found = row.references.flatMap((one) => all.get(one) ?? [])
    for (const one of found)
      one.rows.push({ ...row, isDoubtful: row.isDoubtful || found.length > 1 })
  }
  const [matched, reversed, problems]: [NotedPayment[], NotedPayment[], string[]] = [[], [], []]
  for (const payment of all.values()) {
    const { paise, reference, isMatched, isReversed } = payment
    if (payment.rows.length === 0 || paise < 0) continue
    const sure = payment.rows.filter((row) => !row.isDoubtful)
    const isGone = isReversed || sure.some(({ debits }) => debits.includes(paise))
    const isIn = isMatched || sure.some(({ credits }) => credits.includes(paise))
    if (isGone && !isReversed) reversed.push(payment)
    if (isIn && !isGone && !isMatched) matched.push(payment)
    if (isIn && !isGone) continue
    const amount = formatInr(paise)
    let problem = `the statement does not show whether what stands beside ${reference} came in.`
    if (sure.some(({ credits, debits }) => credits.length + debits.length > 0))
      problem = `${amount} was noted, the statement has no ${amount} beside ${reference}.`
    if (sure.length < payment.rows.length)
      problem = `${reference} is in one row with another number of 12 digits.`
    if (isGone)
      problem = `${amount} with the reference ${reference} left the account, so it does not count.`
    problems.push(`Order ${payment.orderNumber}: ${problem}`)
  }
  return { matched, reversed, problems }
}
