import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { dayMs } from '#platform/durations.ts'
import type { WholeFileStore } from '#platform/files/file-store.server.ts'
import { checkPictureFiles } from './check-picture-files.server.ts'
import { comparePayments } from './compare-payments.server.ts'
import {
  type CheckedCounts,
  countCheckedRows,
  findCheckTime,
  findViolation,
} from './consistency.store.server.ts'
import type { ConsistencyRule, Violation } from './consistency-rule.server.ts'
import { deliveryRules } from './delivery-rules.store.server.ts'
import { disputeRules } from './dispute-rules.store.server.ts'
import { fulfilmentRules } from './fulfilment-rules.store.server.ts'
import { ledgerRules, paymentRules } from './ledger-rules.store.server.ts'
import { mailRules } from './mail-rules.store.server.ts'
import { orderRules } from './order-rules.store.server.ts'
import { paperRules } from './paper-rules.store.server.ts'
import { pictureRules } from './picture-rules.store.server.ts'
import { quoteRules } from './quote-rules.store.server.ts'

export const consistencyRules: readonly ConsistencyRule[] = [
  ...orderRules,
  ...paperRules,
  ...fulfilmentRules,
  ...paymentRules,
  ...ledgerRules,
  ...disputeRules,
  ...deliveryRules,
  ...mailRules,
  ...quoteRules,
  ...pictureRules,
]

/** What to compare beyond the database itself. */
export const consistencyOptionsSchema = z.object({
  withFiles: z.boolean(),
  /** Compares the payments of so many days with the providers; null does not. */
  providerDays: z.int().nonnegative().nullable(),
})
export type ConsistencyOptions = z.output<typeof consistencyOptionsSchema>

interface ConsistencyReport {
  counts: CheckedCounts
  /** How many payments were compared with the providers; null without `providerDays`. */
  providerPayments: number | null
  violations: Violation[]
  seconds: number
}

/** The pictures are in a store that lists its files. */
type CheckedShop = Pick<AppContext, 'db' | 'clock' | 'payments'> & { files: WholeFileStore }

/**
 * Compares orders, places, charges, payments, disputes, papers, quotes, mails, the audit log and pictures with each other.
 * It changes nothing and may run while the shop is open, because each rule is a single statement.
 */
export async function checkConsistency(
  { db, clock, payments, files }: CheckedShop,
  { withFiles, providerDays }: ConsistencyOptions,
): Promise<ConsistencyReport> {
  const start = performance.now()
  const now = clock.now()
  const moment = await findCheckTime(db, now)
  const violations: Violation[] = []
  for (const rule of consistencyRules) {
    const violation = await findViolation(db, rule, moment)
    if (violation) violations.push(violation)
  }
  if (withFiles) violations.push(...(await checkPictureFiles({ db, files }, now)))
  const since = providerDays === null ? null : new Date(now.getTime() - providerDays * dayMs)
  const compared = since && (await comparePayments({ db, payments }, since))
  violations.push(...(compared?.violations ?? []))
  return {
    counts: await countCheckedRows(db),
    providerPayments: compared?.count ?? null,
    violations,
    seconds: (performance.now() - start) / 1000,
  }
}

/** Whether there is no error; notices are allowed. */
export function isConsistent({ violations }: Pick<ConsistencyReport, 'violations'>): boolean {
  return violations.every(({ check }) => check.severity === 'notice')
}

const count = (number: number, word: string) =>
  `${number.toLocaleString('en-IN')} ${word}${number === 1 ? '' : 's'}`

/** The report as lines for a terminal: the outcome first, then a line for each check that failed. */
export function reportLines(report: ConsistencyReport): string[] {
  const { counts, providerPayments, violations, seconds } = report
  const errors = violations
    .filter(({ check }) => check.severity === 'error')
    .reduce((total, violation) => total + violation.total, 0)
  const compared = [
    count(counts.orders, 'order'),
    count(counts.payments, 'payment'),
    count(counts.refunds, 'refund'),
    count(counts.mails, 'mail'),
    ...(providerPayments === null ? [] : [`${count(providerPayments, 'payment')} at the provider`]),
  ].join(', ')
  const outcome = isConsistent(report) ? 'Consistent' : `NOT consistent: ${count(errors, 'error')}`
  return [`${outcome}: ${compared}, in ${seconds.toFixed(1)} s`, ...violations.map(violationLine)]
}

function violationLine({ check, rows, total }: Violation): string {
  const { severity, name, requirement, remedy } = check
  const label = severity === 'notice' ? 'Notice' : 'ERROR'
  const more =
    total > rows.length ? ` and ${(total - rows.length).toLocaleString('en-IN')} more` : ''
  return `${label} ${name}: ${requirement} Found: ${rows.join('; ')}${more}. ${remedy}`
}

/** The result of the operator's command. */
export const consistencyResultSchema = z.object({
  isConsistent: z.boolean(),
  lines: z.array(z.string()),
})

export async function reportConsistency(
  deps: CheckedShop,
  options: ConsistencyOptions,
): Promise<z.output<typeof consistencyResultSchema>> {
  const report = await checkConsistency(deps, options)
  return { isConsistent: isConsistent(report), lines: reportLines(report) }
}
