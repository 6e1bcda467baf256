import pLimit from 'p-limit'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import {
  getProvider,
  type PaymentProvider,
  type ProviderPayment,
} from '#shop/payments/payment-provider.ts'
import { formatInr } from '#shop/values/money.ts'
import {
  paymentsSince,
  rereadPayment,
  type StoredPayment,
} from './compare-payments.store.server.ts'
import {
  type ConsistencyCheck,
  collectViolations,
  type Violation,
} from './consistency.store.server.ts'

const samePayment: ConsistencyCheck = {
  name: 'provider-payment',
  severity: 'error',
  requirement: 'Payments, refunds and disputes are the same here as at the provider.',
  remedy:
    'The reconciler settles new payments within a minute. Look at others in the provider’s dashboard.',
}
const providerAnswers: ConsistencyCheck = {
  name: 'provider-silent',
  severity: 'error',
  requirement: 'The provider knows every payment.',
  remedy: 'Check that its settings are complete and that it can be reached. Then check again.',
}

/** How many requests run at a time. */
const maxRequests = 8
const batchSize = 200
/** Sorts before the id of every payment. */
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Compares every payment since a moment, with its refunds and disputes, with the provider. It does not see refunds and
 * disputes that only the provider knows.
 */
export async function comparePayments(
  deps: Pick<AppContext, 'db' | 'payments'>,
  since: Date,
): Promise<{ count: number; violations: Violation[] }> {
  const limit = pLimit(maxRequests)
  const violations = collectViolations()
  let count = 0
  for (let after = firstId; ; ) {
    const batch = await paymentsSince(deps.db, { since, after, limit: batchSize })
    const last = batch.at(-1)
    if (!last) return { count, violations: violations.all() }
    await Promise.all(
      batch.map((payment) => limit(() => comparePayment(deps, payment, violations.add))),
    )
    count += batch.length
    after = last.id
  }
}

async function comparePayment(
  deps: Pick<AppContext, 'db' | 'payments'>,
  payment: StoredPayment,
  add: (check: ConsistencyCheck, what: string) => void,
) {
  const name = `${payment.provider} payment ${payment.providerId}`
  try {
    const provider = getProvider(deps.payments, payment.provider)
    if ((await findDifferences(provider, payment)).length === 0) return
    // The payment may have changed in the meantime, so only differences that remain count.
    const reread = await rereadPayment(deps.db, payment)
    for (const difference of await findDifferences(provider, reread)) {
      add(samePayment, `${name}: ${difference}`)
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const reason = error instanceof AppError ? error.message : 'it does not know it, or failed'
    add(providerAnswers, `${name}: ${reason}`)
  }
}

/** How a payment differs from the provider's, in words. */
async function findDifferences(
  provider: PaymentProvider,
  payment: StoredPayment,
): Promise<string[]> {
  const atProvider = await provider.getPayment(payment.providerId)
  return [
    ...paymentDifferences(payment, atProvider),
    ...(await refundDifferences(provider, payment)),
    ...(await disputeDifferences(provider, payment)),
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
  if (atProvider.currency !== payment.currency) yield `in ${atProvider.currency} there`
  if (atProvider.reference !== payment.orderId) yield 'of another order there'
}

async function refundDifferences(
  provider: PaymentProvider,
  payment: StoredPayment,
): Promise<string[]> {
  const differences: string[] = []
  for (const { providerId: refundId, status, paise } of payment.refunds) {
    if (!refundId) continue
    const atProvider = await provider.getRefundStatus({
      paymentId: payment.providerId,
      refundId,
    })
    if ((atProvider === 'failed') === (status === 'failed')) continue
    differences.push(`a refund of ${formatInr(-paise)} is ${atProvider} there, ${status} here`)
  }
  return differences
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
