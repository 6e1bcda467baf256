import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler, type Jobs } from '#platform/jobs/jobs.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { getProvider, type PaymentProviders } from './payment-provider.ts'
import { findRefund, insertRefund, markRefunded } from './payments.store.server.ts'

/** Asks the card company for a refund that has been noted. */
const refundPayment = {
  name: 'refund-payment',
  data: z.object({ refundId: z.uuid() }),
  retryLimit: 20,
} satisfies Job

/**
 * Notes a refund and has it asked for, with the caller's change or not at all.
 * `key` names the reason it happens once: the same key twice is a bug and fails the transaction.
 */
export async function requestRefund(
  { jobs, clock }: { jobs: Jobs; clock: Clock },
  tx: Database,
  refund: { paymentId: string; key: string; amountPaise: Paise; reason: string },
) {
  const { id } = await insertRefund(tx, { ...refund, now: clock.now() })
  await jobs.enqueue(tx, refundPayment, { refundId: id })
}

export interface RefundDeps {
  db: Database
  clock: Clock
  payments: PaymentProviders
}

export function refundPaymentHandler(deps: RefundDeps): JobHandler {
  return handles(refundPayment, ({ refundId }) => makeRefund(deps, refundId))
}

/** Has the card company make a refund that was noted; its key makes asking again harmless. */
export async function makeRefund({ db, clock, payments }: RefundDeps, refundId: string) {
  const found = await findRefund(db, refundId)
  if (found?.refund.status !== 'requested') return
  const paymentId = found.payment.providerPaymentId
  if (!paymentId) throw new Error('a refund of a payment that never reached the provider')
  const { key, amountPaise } = found.refund
  const provider = getProvider(payments, found.payment.provider)
  const { id } = await provider.refund({ key, paymentId, amountPaise })
  await markRefunded(db, refundId, id, clock.now())
}
