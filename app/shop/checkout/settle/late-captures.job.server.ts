import { z } from 'zod'
import { handles, type Job, type JobHandler } from '#platform/jobs/jobs.server.ts'
import { cancelledPayments } from '#shop/payments/payments.store.server.ts'
import { eachApart } from './each-apart.server.ts'
import { type SettleDeps, settlePayment } from './settle-payment.server.ts'

/**
 * Looks again at payments that were ended: a company that cannot refuse money may have taken some since, and its webhook
 * may have been lost.
 */
const seekLateMoney = {
  name: 'seek-late-money',
  data: z.object({}),
  retryLimit: 0,
  schedule: '41 * * * *',
} satisfies Job

/** Longer than that after its beginning no bank brings a payment to its end, in ms. */
export const lateCaptureWindowMs = 24 * 60 * 60_000
/** Payments looked at in one run. */
const batch = 500

export function lateCapturesHandler(deps: SettleDeps): JobHandler {
  return handles(seekLateMoney, async () => {
    const since = new Date(deps.clock.now().getTime() - lateCaptureWindowMs)
    const items = await cancelledPayments(deps.db, since, batch)
    await eachApart(deps.log, { items, named: 'paymentId' }, ({ provider, paymentId }) =>
      settlePayment(deps, { provider, paymentId }),
    )
  })
}
