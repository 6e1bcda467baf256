import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import type { FileStore, WholeFileStore } from '#platform/files/file-store.server.ts'
import {
  fileKey,
  listPicturesOlderThan,
  picturePaths,
} from '#shop/pictures/pictures.store.server.ts'
import { type ComparedShop, comparePayments } from './compare-payments.server.ts'
import {
  type ConsistencyCheck,
  type ConsistencyRule,
  collectViolations,
  countCheckedRows,
  findViolations,
  pictureExists,
  type Violation,
} from './consistency.store.server.ts'
import { ledgerRules } from './ledger-rules.store.server.ts'
import { mailRules, orderRules } from './order-rules.store.server.ts'
import { noTestPapers, paperRules } from './paper-rules.store.server.ts'

export const consistencyRules: readonly ConsistencyRule[] = [
  ...orderRules,
  ...paperRules,
  ...ledgerRules,
  ...mailRules,
]

/** What to compare beyond the database itself. */
export const consistencyOptionsSchema = z.object({
  withFiles: z.boolean(),
  /** Compares the payments of so many days with the providers; null does not. */
  providerDays: z.int().nonnegative().nullable(),
  /** Whether real money moves: then papers of test payments are named. */
  isPaid: z.boolean().optional(),
})
export type ConsistencyOptions = z.output<typeof consistencyOptionsSchema>

interface ConsistencyReport {
  counts: Awaited<ReturnType<typeof countCheckedRows>>
  /** How many payments were compared with the providers; null without `providerDays`. */
  providerPayments: number | null
  violations: Violation[]
  seconds: number
}

/** The pictures are in a store that lists its files. */
interface CheckedShop extends ComparedShop {
  clock: Clock
  files: WholeFileStore
}

/**
 * Compares orders, places, charges, payments, disputes, papers, quotes, mails, the audit log and pictures with each other.
 * It changes nothing and may run while the shop is open.
 */
export async function checkConsistency(
  { db, clock, payments, files }: CheckedShop,
  { withFiles, providerDays, isPaid }: ConsistencyOptions,
): Promise<ConsistencyReport> {
  const start = performance.now()
  const now = clock.now()
  const rules = isPaid ? [...consistencyRules, noTestPapers] : consistencyRules
  const violations = await findViolations(db, rules, now)
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

/** Without notices, which are allowed. */
export function countErrors({ violations }: Pick<ConsistencyReport, 'violations'>): number {
  return violations
    .filter(({ check }) => check.severity !== 'notice')
    .reduce((total, violation) => total + violation.total, 0)
}

const count = (number: number, word: string) =>
  `${number.toLocaleString('en-IN')} ${word}${number === 1 ? '' : 's'}`

/** The report as lines for a terminal: the outcome first, then a line for each check that failed. */
export function reportLines(report: ConsistencyReport): string[] {
  const { counts, providerPayments, violations, seconds } = report
  const errors = countErrors(report)
  const compared = [
    ...Object.entries(counts).map(([word, number]) => count(number, word)),
    ...(providerPayments === null ? [] : [`${count(providerPayments, 'payment')} at the provider`]),
  ].join(', ')
  const outcome = errors === 0 ? 'Consistent' : `NOT consistent: ${count(errors, 'error')}`
  return [`${outcome}: ${compared}, in ${seconds.toFixed(1)} s`, ...violations.map(violationLine)]
}

function violationLine({ check, rows, total }: Violation): string {
  const { severity, name, requirement, remedy } = check
  const label = severity === 'notice' ? 'Notice' : 'ERROR'
  const more =
    total > rows.length ? ` and ${(total - rows.length).toLocaleString('en-IN')} more` : ''
  return `${label} ${name}: ${requirement} Found: ${rows.join('; ')}${more}. ${remedy}`
}

export async function reportConsistency(
  deps: CheckedShop,
  options: ConsistencyOptions,
): Promise<{ errors: number; lines: string[] }> {
  const report = await checkConsistency(deps, options)
  return { errors: countErrors(report), lines: reportLines(report) }
}

const pictureFiles: ConsistencyCheck = {
  name: 'picture-files',
  requirement: 'Every picture has its files.',
  remedy: 'Restore the files from a backup.',
}

const batchSize = 500

/**
 * Looks for the files of every picture that is older than `now`. It has the names of all files in memory, and reads no
 * file.
 */
async function checkPictureFiles(
  { db, files }: { db: Database; files: WholeFileStore },
  now: Date,
): Promise<Violation[]> {
  const fileNames = new Set<string>()
  for await (const { key } of files.list()) fileNames.add(key)
  const violations = collectViolations()
  for (let after = ''; ; ) {
    const ids = await listPicturesOlderThan(db, { before: now, after, limit: batchSize })
    for (const id of ids) {
      const missing = fileKeys(id).filter((key) => !fileNames.has(key))
      if (missing.length > 0 && (await isStillMissing({ db, files }, id, missing))) {
        violations.add(pictureFiles, `picture ${id} lacks ${missing.length} of its files`)
      }
    }
    if (ids.length < batchSize) return violations.all()
    after = ids.at(-1) ?? after
  }
}

const fileKeys = (id: string) => picturePaths(id).map(fileKey)

/** The picture may have been purged, or uploaded again, since the files were listed. */
async function isStillMissing(
  { db, files }: { db: Database; files: FileStore },
  id: string,
  keys: string[],
): Promise<boolean> {
  for (const key of keys) {
    if (!(await files.get(key))) return pictureExists(db, id)
  }
  return false
}
