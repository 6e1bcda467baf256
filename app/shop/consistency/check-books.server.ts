import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { WholeFileStore } from '#platform/files/file-store.server.ts'
import type { PaymentProviders } from '#shop/payments/payment-provider.ts'
import { askCompany } from './ask-company.server.ts'
import type { Finding } from './book-rule.server.ts'
import {
  type BookCounts,
  bookRules,
  countBooks,
  findBroken,
  momentOf,
} from './books.store.server.ts'
import { checkPictureFiles } from './check-picture-files.server.ts'

export interface CheckBooksDeps {
  db: Database
  clock: Clock
  payments: PaymentProviders
  files: WholeFileStore
}

/** What to compare beyond the database itself. */
export const booksToCheckSchema = z.object({
  withFiles: z.boolean(),
  /** Asks the companies about the payments of so many days; null does not ask. */
  companyDays: z.int().nonnegative().nullable(),
})
export type BooksToCheck = z.output<typeof booksToCheckSchema>

export interface BooksReport {
  counts: BookCounts
  /** Payments a company was asked about; null when none was. */
  asked: number | null
  findings: Finding[]
  seconds: number
}

const dayMs = 24 * 60 * 60_000

/**
 * Compares orders, payments, refunds, invoices, offers, mails, the journal and pictures with each other, and names every
 * disagreement. Changes nothing, and may run beside an open shop: each rule is one statement and sees one moment.
 */
export async function checkBooks(
  { db, clock, payments, files }: CheckBooksDeps,
  { withFiles, companyDays }: BooksToCheck,
): Promise<BooksReport> {
  const begun = performance.now()
  const now = clock.now()
  const moment = await momentOf(db, now)
  const findings: Finding[] = []
  for (const rule of bookRules) {
    const broken = await findBroken(db, rule, moment)
    if (broken) findings.push(broken)
  }
  if (withFiles) findings.push(...(await checkPictureFiles({ db, files }, now)))
  const since = companyDays === null ? null : new Date(now.getTime() - companyDays * dayMs)
  const company = since && (await askCompany({ db, payments }, since))
  findings.push(...(company?.findings ?? []))
  return {
    counts: await countBooks(db),
    asked: company?.asked ?? null,
    findings,
    seconds: (performance.now() - begun) / 1000,
  }
}

/** Whether nothing disagrees; notices may be there. */
export function booksAgree({ findings }: Pick<BooksReport, 'findings'>): boolean {
  return findings.every(({ check }) => check.severity === 'notice')
}
