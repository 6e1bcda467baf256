import type { OrderPayment } from '#shop/orders/order.ts'
import { formatInr } from '#shop/values/money.ts'
import type { StatementRow } from './read-statement.ts'

/** A refund has an amount below zero. `isReversed` if a statement had its amount debited with its reference. */
export type NotedPayment = { orderNumber: number; isMatched: boolean; isReversed: boolean } & Pick<
  OrderPayment,
  'id' | 'paise' | 'reference' | 'by' | 'createdAt'
>

/** Payments by UPI that no statement of the bank has had. */
export interface UnmatchedList {
  /** The newest 100 that are older than two days. */
  late: NotedPayment[]
  lateCount: number
  youngCount: number
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
