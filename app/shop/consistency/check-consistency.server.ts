import pLimit from 'p-limit'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { type Clock, dayMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore, WholeFileStore } from '#platform/files/file-store.server.ts'
import {
  getProvider,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
} from '#shop/payments/payment-provider.ts'
import {
  fileKey,
  listPicturesOlderThan,
  picturePaths,
} from '#shop/pictures/pictures.store.server.ts'
import { isSameRefund } from '#shop/refunds/refunds.store.server.ts'
import { formatInr } from '#shop/values/money.ts'
import {
  type ConsistencyCheck,
  type ConsistencyRule,
  collectViolations,
  countCheckedRows,
  findViolations,
  paymentsSince,
  pictureExists,
  rereadPayment,
  type StoredPayment,
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

const samePayment: ConsistencyCheck = {
  name: 'provider-payment',
  requirement: 'Payments, refunds and disputes are the same here as at the provider.',
  remedy:
    'The reconciler settles new payments within a minute. Look at others in the provider’s dashboard.',
}
const providerAnswers: ConsistencyCheck = {
  name: 'provider-silent',
  requirement: 'The provider knows every payment.',
  remedy: 'Check that its settings are complete and that it can be reached. Then check again.',
}

/** How many requests run at a time. */
const maxRequests = 8

/** Operators compare without the whole context. */
interface ComparedShop {
  db: Database
  payments: AppContext['payments']
}

/** A payment and its refunds as the provider knows them. */
export interface AtProvider {
  provider: PaymentProvider
  payment: ProviderPayment
  refunds: ProviderRefund[]
}

/** Takes over what the provider knows of a payment and the shop does not. */
type TakeOver = (stored: StoredPayment, found: AtProvider) => Promise<void>

/**
 * Compares every payment since a moment, with its refunds and disputes, with the provider. It does not see disputes that
 * only the provider knows. With `takeOver` only what is different afterwards is a violation.
 */
export async function comparePayments(
  deps: ComparedShop,
  since: Date,
  takeOver: TakeOver = async () => {},
): Promise<{ count: number; violations: Violation[] }> {
  const limit = pLimit(maxRequests)
  const violations = collectViolations()
  let count = 0
  for await (const page of paymentsSince(deps.db, since)) {
    await Promise.all(
      page.map((payment) =>
        limit(() => comparePayment({ ...deps, takeOver }, payment, violations.add)),
      ),
    )
    count += page.length
  }
  return { count, violations: violations.all() }
}

async function comparePayment(
  { db, payments, takeOver }: ComparedShop & { takeOver: TakeOver },
  payment: StoredPayment,
  add: (check: ConsistencyCheck, what: string) => void,
) {
  const name = `${payment.provider} payment ${payment.providerId}`
  try {
    const provider = getProvider(payments, payment.provider)
    const found = await askProvider(provider, payment)
    await takeOver(payment, found)
    if ((await findDifferences(payment, found)).length === 0) return
    // The payment may have changed in the meantime, so only differences that remain count.
    const reread = await rereadPayment(db, payment)
    for (const difference of await findDifferences(reread, await askProvider(provider, reread))) {
      add(samePayment, `${name}: ${difference}`)
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const reason = error instanceof AppError ? error.message : 'it does not know it, or failed'
    add(providerAnswers, `${name}: ${reason}`)
  }
}

async function askProvider(
  provider: PaymentProvider,
  { providerId, status }: StoredPayment,
): Promise<AtProvider> {
  const payment = await provider.getPayment(providerId)
  return {
    provider,
    payment,
    refunds: status === 'succeeded' ? await provider.refundsOf(providerId) : [],
  }
}

/** How a payment differs from the provider's, in words. */
async function findDifferences(stored: StoredPayment, found: AtProvider): Promise<string[]> {
  return [
    ...paymentDifferences(stored, found.payment),
    ...refundDifferences(stored, found.refunds),
    ...(await disputeDifferences(found.provider, stored)),
  ]
}

const statusThere = new Map<string, ProviderPayment['status']>([
  ['started', 'open'],
  ['succeeded', 'succeeded'],
  ['cancelled', 'cancelled'],
])

function* paymentDifferences(payment: StoredPayment, atProvider: ProviderPayment) {
  const expected = statusThere.get(payment.status)
  if (atProvider.status !== expected) yield `${atProvider.status} there, ${payment.status} here`
  if (atProvider.amountPaise !== payment.paise) {
    yield `${formatInr(atProvider.amountPaise)} there, ${formatInr(payment.paise)} here`
  }
  if (atProvider.currency !== 'INR') yield `in ${atProvider.currency} there`
  if (payment.buys && atProvider.reference !== payment.key) yield 'of another order there'
}

function* refundDifferences(stored: StoredPayment, atProvider: readonly ProviderRefund[]) {
  for (const refund of atProvider) {
    const row = stored.refunds.find((one) => isSameRefund(one, refund))
    const isFailed = refund.status === 'failed'
    if (row ? isFailed === (row.status === 'failed') : isFailed) continue
    yield `a refund of ${formatInr(refund.amountPaise)} is ${refund.status} there, ${row?.status ?? 'not known'} here`
  }
  for (const { paymentId, providerId, paise } of stored.refunds) {
    if (paymentId !== stored.id || !providerId) continue
    if (!atProvider.some(({ id }) => id === providerId))
      yield `a refund of ${formatInr(-paise)} is not known there`
  }
}

async function disputeDifferences(
  provider: PaymentProvider,
  payment: StoredPayment,
): Promise<string[]> {
  const differences: string[] = []
  for (const { providerDisputeId, status, amountPaise } of payment.disputes) {
    const atProvider = await provider.getDispute(providerDisputeId)
    if (atProvider.status !== status) {
      differences.push(`dispute ${providerDisputeId} is ${atProvider.status} there, ${status} here`)
    }
    if (atProvider.amountPaise !== amountPaise) {
      const amounts = `${formatInr(atProvider.amountPaise)} there, ${formatInr(amountPaise)} here`
      differences.push(`dispute ${providerDisputeId} is about ${amounts}`)
    }
  }
  return differences
}
