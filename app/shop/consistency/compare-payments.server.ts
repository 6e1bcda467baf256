import pLimit from 'p-limit'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import {
  getProvider,
  type PaymentProvider,
  type PaymentProviders,
  type ProviderPayment,
} from '#shop/payments/payment-provider.ts'
import { formatInr } from '#shop/values/money.ts'
import { type KeptPayment, paymentsSince, rereadPayment } from './consistency.store.server.ts'
import {
  type ConsistencyCheck,
  collectViolations,
  type Violation,
} from './consistency-rule.server.ts'

const asIsSaid: ConsistencyCheck = {
  name: 'provider-payment',
  severity: 'error',
  says: 'A payment and its refunds have the same status here and at the provider.',
  mend: 'The reconciler settles new payments within a minute. If the difference stays, look in the provider’s dashboard.',
}
const notAsked: ConsistencyCheck = {
  name: 'provider-silent',
  severity: 'error',
  says: 'The provider responds for every payment.',
  mend: 'See that its settings are there and that it can be reached; then compare again.',
}

/** So many payments are asked about at once, and read at once. */
const atOnce = 8
const batchSize = 200
/** Comes before every payment's id. */
const firstId = '00000000-0000-0000-0000-000000000000'

interface AskDeps {
  db: Database
  payments: PaymentProviders
}

/**
 * Compares every payment since a moment, and its refunds, with its provider. A refund that was made in the provider's
 * dashboard is not seen.
 */
export async function comparePayments(
  deps: AskDeps,
  since: Date,
): Promise<{ asked: number; findings: Violation[] }> {
  const limit = pLimit(atOnce)
  const findings = collectViolations()
  let asked = 0
  for (let after = firstId; ; ) {
    const batch = await paymentsSince(deps.db, { since, after, limit: batchSize })
    const last = batch.at(-1)
    if (!last) return { asked, findings: findings.all() }
    await Promise.all(batch.map((kept) => limit(() => askAbout(deps, kept, findings.add))))
    asked += batch.length
    after = last.id
  }
}

async function askAbout(
  deps: AskDeps,
  kept: KeptPayment,
  add: (check: ConsistencyCheck, what: string) => void,
) {
  const named = `${kept.provider} payment ${kept.providerPaymentId}`
  try {
    const provider = getProvider(deps.payments, kept.provider)
    if ((await compare(provider, kept)).length === 0) return
    // The payment may have changed here during the request: only what still differs is reported.
    const reread = await rereadPayment(deps.db, kept)
    for (const difference of await compare(provider, reread)) {
      add(asIsSaid, `${named}: ${difference}`)
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const why = error instanceof AppError ? error.message : 'it does not know it, or failed'
    add(notAsked, `${named}: ${why}`)
  }
}

/** The differences between a payment here and at its provider, each as a text. */
async function compare(provider: PaymentProvider, kept: KeptPayment): Promise<string[]> {
  const there = await provider.getPayment(kept.providerPaymentId)
  return [...differences(kept, there), ...(await refundDifferences(provider, kept))]
}

const sameStanding = { started: 'open', succeeded: 'succeeded', cancelled: 'cancelled' } as const

function* differences(kept: KeptPayment, there: ProviderPayment) {
  const expected = sameStanding[kept.status]
  if (there.status !== expected) yield `${there.status} there, ${kept.status} here`
  const unexpected = kept.refunds.find(({ key }) => key === `unexpected-${kept.id}`)
  const amountPaise = unexpected?.amountPaise ?? kept.amountPaise
  if (there.amountPaise !== amountPaise) {
    yield `${formatInr(there.amountPaise)} there, ${formatInr(amountPaise)} here`
  }
  if (there.currency !== kept.currency && !unexpected) yield `in ${there.currency} there`
  if (there.reference !== kept.orderId) yield 'of another order there'
}

const failing = { made: false, pending: false, failed: true } as const

async function refundDifferences(provider: PaymentProvider, kept: KeptPayment): Promise<string[]> {
  const found: string[] = []
  for (const { providerRefundId, status, amountPaise } of kept.refunds) {
    if (!providerRefundId) continue
    const there = await provider.getRefundStatus({
      paymentId: kept.providerPaymentId,
      refundId: providerRefundId,
    })
    if (failing[there] === (status === 'failed')) continue
    found.push(`a refund of ${formatInr(amountPaise)} is ${there} there, ${status} here`)
  }
  return found
}
