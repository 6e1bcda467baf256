import pLimit from 'p-limit'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import {
  getProvider,
  type PaymentProvider,
  type ProviderPayment,
  type ProviderRefund,
} from '#shop/payments/payment-provider.ts'
import { isSameRefund } from '#shop/refunds/refunds.store.server.ts'
import { formatInr } from '#shop/values/money.ts'
import {
  type ConsistencyCheck,
  collectViolations,
  paymentsSince,
  rereadPayment,
  type StoredPayment,
  type Violation,
} from './consistency.store.server.ts'

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
export interface ComparedShop {
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
