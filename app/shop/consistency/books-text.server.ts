import { z } from 'zod'
import type { Finding } from './book-rule.server.ts'
import {
  type BooksReport,
  type BooksToCheck,
  booksAgree,
  type CheckBooksDeps,
  checkBooks,
} from './check-books.server.ts'

const count = (number: number, word: string) =>
  `${number.toLocaleString('en-IN')} ${word}${number === 1 ? '' : 's'}`

/** The report as lines for a terminal: the outcome first, then a line for each check that did not hold. */
export function booksText(report: BooksReport): string[] {
  const { counts, asked, findings, seconds } = report
  const sum = (severity: string) =>
    findings
      .filter(({ check }) => check.severity === severity)
      .reduce((total, finding) => total + finding.total, 0)
  const compared = [
    count(counts.orders, 'order'),
    count(counts.payments, 'payment'),
    count(counts.refunds, 'refund'),
    count(counts.mails, 'mail'),
    ...(asked === null ? [] : [`${count(asked, 'payment')} at the company`]),
  ].join(', ')
  const outcome = booksAgree(report)
    ? 'Books agree'
    : `Books do NOT agree: ${count(sum('disagreement'), 'disagreement')}`
  return [`${outcome}: ${compared}, in ${seconds.toFixed(1)} s`, ...findings.map(findingText)]
}

function findingText({ check, rows, total }: Finding): string {
  const { severity, name, says, mend } = check
  const [word, so] = severity === 'notice' ? ['Notice', 'They are'] : ['DISAGREEMENT', 'Not so']
  const more =
    total > rows.length ? ` and ${(total - rows.length).toLocaleString('en-IN')} more` : ''
  return `${word} ${name}: ${says} ${so}: ${rows.join('; ')}${more}. ${mend}`
}

/** What an operator is told of the books. */
export const toldBooksSchema = z.object({ agree: z.boolean(), lines: z.array(z.string()) })

/** Compares the books and puts what is found into words. */
export async function tellBooks(
  deps: CheckBooksDeps,
  what: BooksToCheck,
): Promise<z.output<typeof toldBooksSchema>> {
  const report = await checkBooks(deps, what)
  return { agree: booksAgree(report), lines: booksText(report) }
}
