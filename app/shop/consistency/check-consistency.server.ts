import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { WholeFileStore } from '#platform/files/file-store.server.ts'
import type { PaymentProviders } from '#shop/payments/payment-provider.ts'
import { checkPictureFiles } from './check-picture-files.server.ts'
import { comparePayments } from './compare-payments.server.ts'
import {
  type CheckedCounts,
  countCheckedRows,
  findCheckTime,
  findViolation,
} from './consistency.store.server.ts'
import type { ConsistencyRule, Violation } from './consistency-rule.server.ts'
import { mailRules } from './mail-rules.store.server.ts'
import { orderRules, pictureRules, quoteRules } from './order-rules.store.server.ts'
import { moneyRules } from './payment-rules.store.server.ts'

/** Each is one statement and so sees one moment. */
export const consistencyRules: readonly ConsistencyRule[] = [
  ...orderRules,
  ...moneyRules,
  ...mailRules,
  ...quoteRules,
  ...pictureRules,
]

export interface ConsistencyDeps {
  db: Database
  clock: Clock
  payments: PaymentProviders
  files: WholeFileStore
}

/** What to compare beyond the database itself. */
export const consistencyOptionsSchema = z.object({
  withFiles: z.boolean(),
  /** How many days of payments are compared with the providers; null compares none. */
  providerDays: z.int().nonnegative().nullable(),
})
export type ConsistencyOptions = z.output<typeof consistencyOptionsSchema>

interface ConsistencyReport {
  counts: CheckedCounts
  /** How many payments were compared with their provider; null without this comparison. */
  asked: number | null
  findings: Violation[]
  seconds: number
}

const dayMs = 24 * 60 * 60_000

/**
 * Compares orders, payments, refunds, invoices, quotes, mails, the journal and pictures with each other, and names every
 * disagreement. Changes nothing, and may run beside an open shop: each rule is one statement and sees one moment.
 */
export async function checkConsistency(
  { db, clock, payments, files }: ConsistencyDeps,
  { withFiles, providerDays }: ConsistencyOptions,
): Promise<ConsistencyReport> {
  const begun = performance.now()
  const now = clock.now()
  const moment = await findCheckTime(db, now)
  const findings: Violation[] = []
  for (const rule of consistencyRules) {
    const broken = await findViolation(db, rule, moment)
    if (broken) findings.push(broken)
  }
  if (withFiles) findings.push(...(await checkPictureFiles({ db, files }, now)))
  const since = providerDays === null ? null : new Date(now.getTime() - providerDays * dayMs)
  const atProviders = since && (await comparePayments({ db, payments }, since))
  findings.push(...(atProviders?.findings ?? []))
  return {
    counts: await countCheckedRows(db),
    asked: atProviders?.asked ?? null,
    findings,
    seconds: (performance.now() - begun) / 1000,
  }
}

/** Whether nothing disagrees; notices may be there. */
export function isConsistent({ findings }: Pick<ConsistencyReport, 'findings'>): boolean {
  return findings.every(({ check }) => check.severity === 'notice')
}

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
