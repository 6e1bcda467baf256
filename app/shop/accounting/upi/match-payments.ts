import type { OrderPayment } from '#shop/orders/order.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { parseRupees } from '#shop/values/typed/typed-rupees.ts'

export type UnmatchedPayment = { orderNumber: number } & Pick<
  OrderPayment,
  'id' | 'paise' | 'reference' | 'by' | 'createdAt'
>

/** Payments by UPI that no statement of the bank has had. */
export interface UnmatchedList {
  /** The newest 100 that are older than two days. */
  late: UnmatchedPayment[]
  lateCount: number
  youngCount: number
}

/** A row of a bank's statement with whole numbers of 12 digits, and the amounts that came by it. */
export interface StatementRow {
  numbers: string[]
  amounts: Paise[]
}

/** `isOpen` if no statement had it yet and it is no refund. */
export type NotedPayment = UnmatchedPayment & { isOpen: boolean }

const noCredit =
  /^(?!.*(?:credit|\bcr\b)).*(?:debit|withdraw|\bdr\b|remark|narration|descri|partic)/i

/**
 * The rows with references of any bank's statement, whatever its columns are. What stands under a heading of debits or
 * texts is no amount that came: debits have references too, and payers write texts.
 */
export function statementRows(rows: readonly (readonly string[])[]): StatementRow[] {
  let isNoCredit: boolean[] = []
  return rows.flatMap((cells) => {
    const amounts = cells.map(readAmount)
    const isHeading =
      cells.some((cell) => /date/i.test(cell)) && amounts.every((one) => one === null)
    if (isHeading) isNoCredit = cells.map((cell) => noCredit.test(cell))
    const numbers = cells.flatMap((cell) => cell.match(/(?<!\d)\d{12}(?!\d)/g) ?? [])
    if (numbers.length === 0) return []
    // One column of amounts may have 'Dr' or 'Cr' after it; a balance may have its own after that.
    const kind = cells.find((cell) => /^\W*(?:dr?|debit|cr?|credit)\W*$/i.test(cell)) ?? ''
    if (/^\W*d/i.test(kind)) return [{ numbers, amounts: [] }]
    return [
      { numbers, amounts: amounts.flatMap((paise, at) => (isNoCredit[at] ? [] : (paise ?? []))) },
    ]
  })
}

/** '₹ 1,900.00' and '+900 Cr' in paise; null for '900 Dr', '-900' and text. */
function readAmount(cell: string): Paise | null {
  if (cell.length > 40) return null
  return parseRupees(cell.trim().replace(/\s|^\+|\(?cr\.?\)?$/gi, ''))
}

/**
 * Finds the open payments of which a row has the reference and exactly the amount. A row is one payment: one with the
 * references of two matches neither, also if the other was matched before.
 *
 * @returns `problems`: why an open payment whose reference is in the statement is not matched
 */
export function matchPayments(rows: readonly StatementRow[], payments: readonly NotedPayment[]) {
  const byReference = new Map(payments.map((payment) => [payment.reference, payment]))
  const matched = new Set<NotedPayment>()
  const problems = new Map<NotedPayment, string>()
  for (const { numbers, amounts } of rows) {
    const found = new Set(numbers.flatMap((number) => byReference.get(number) ?? []))
    for (const payment of found) {
      const amount = formatInr(payment.paise)
      const shared = `${payment.reference} is in one row with the reference of another payment.`
      const differing = `${amount} was noted, the statement has no ${amount} beside ${payment.reference}.`
      if (found.size > 1) problems.set(payment, shared)
      else if (amounts.includes(payment.paise)) matched.add(payment)
      else if (!problems.has(payment)) problems.set(payment, differing)
    }
  }
  const open = payments.filter(({ isOpen }) => isOpen)
  return {
    matched: open.filter((payment) => matched.has(payment)),
    problems: open.flatMap((payment) => {
      const problem = !matched.has(payment) && problems.get(payment)
      return problem ? `Order ${payment.orderNumber}: ${problem}` : []
    }),
  }
}
