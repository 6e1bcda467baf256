import { z } from 'zod'
import {
  type ConsistencyDeps,
  type ConsistencyOptions,
  type ConsistencyReport,
  checkConsistency,
  isConsistent,
} from './check-consistency.server.ts'
import type { Violation } from './consistency-rule.server.ts'

const count = (number: number, word: string) =>
  `${number.toLocaleString('en-IN')} ${word}${number === 1 ? '' : 's'}`

/** The report as lines for a terminal: the outcome first, then a line for each check that did not hold. */
export function reportLines(report: ConsistencyReport): string[] {
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
    ...(asked === null ? [] : [`${count(asked, 'payment')} at the provider`]),
  ].join(', ')
  const outcome = isConsistent(report)
    ? 'Consistent'
    : `NOT consistent: ${count(sum('error'), 'error')}`
  return [`${outcome}: ${compared}, in ${seconds.toFixed(1)} s`, ...findings.map(findingText)]
}

function findingText({ check, rows, total }: Violation): string {
  const { severity, name, says, mend } = check
  const [word, so] = severity === 'notice' ? ['Notice', 'They are'] : ['ERROR', 'Not so']
  const more =
    total > rows.length ? ` and ${(total - rows.length).toLocaleString('en-IN')} more` : ''
  return `${word} ${name}: ${says} ${so}: ${rows.join('; ')}${more}. ${mend}`
}

/** What an operator is told of the books. */
export const consistencyResultSchema = z.object({ agree: z.boolean(), lines: z.array(z.string()) })

/** Compares the books and puts what is found into words. */
export async function reportConsistency(
  deps: ConsistencyDeps,
  what: ConsistencyOptions,
): Promise<z.output<typeof consistencyResultSchema>> {
  const report = await checkConsistency(deps, what)
  return { agree: isConsistent(report), lines: reportLines(report) }
}
