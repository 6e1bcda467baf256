import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { WholeFileStore } from '#platform/files/file-store.server.ts'
import type { PaymentProviders } from '#shop/payments/payment-provider.ts'
import { checkPictureFiles } from './check-picture-files.server.ts'
import { comparePayments } from './compare-payments.server.ts'
import {
  type CheckedCounts,
  consistencyRules,
  countCheckedRows,
  findCheckTime,
  findViolation,
} from './consistency.store.server.ts'
import type { Violation } from './consistency-rule.server.ts'

export interface ConsistencyDeps {
  db: Database
  clock: Clock
  payments: PaymentProviders
  files: WholeFileStore
}

/** What to compare beyond the database itself. */
export const consistencyOptionsSchema = z.object({
  withFiles: z.boolean(),
  /** Asks the companies about the payments of so many days; null does not ask. */
  providerDays: z.int().nonnegative().nullable(),
})
export type ConsistencyOptions = z.output<typeof consistencyOptionsSchema>

export interface ConsistencyReport {
  counts: CheckedCounts
  /** Payments a company was asked about; null when none was. */
  asked: number | null
  findings: Violation[]
  seconds: number
}

const dayMs = 24 * 60 * 60_000

/**
 * Compares orders, payments, refunds, invoices, offers, mails, the journal and pictures with each other, and names every
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
  const company = since && (await comparePayments({ db, payments }, since))
  findings.push(...(company?.findings ?? []))
  return {
    counts: await countCheckedRows(db),
    asked: company?.asked ?? null,
    findings,
    seconds: (performance.now() - begun) / 1000,
  }
}

/** Whether nothing disagrees; notices may be there. */
export function isConsistent({ findings }: Pick<ConsistencyReport, 'findings'>): boolean {
  return findings.every(({ check }) => check.severity === 'notice')
}
