import type { AppContext } from '#app/context.server.ts'
import { dayMs } from '#platform/clock.ts'
import { handles, type JobHandler, scheduledJob } from '#platform/jobs/job.server.ts'
import { settlePayment } from '#shop/paying/settle-payment.server.ts'
import { adoptRefunds } from '#shop/refunds/adopt-refund.server.ts'
import { type AtProvider, comparePayments } from './check-consistency.server.ts'
import { type StoredPayment, storeFee } from './consistency.store.server.ts'

/** Takes over what a lost webhook would have told, and fees, once a night. */
const comparePaymentsJob = scheduledJob('compare-payments', '50 3 * * *', { catchesUp: true })

/** Of so many days. */
const comparedDays = 30

export function comparePaymentsHandler(deps: AppContext): JobHandler {
  return handles(comparePaymentsJob, async () => {
    const since = new Date(deps.clock.now().getTime() - comparedDays * dayMs)
    const { violations } = await comparePayments(deps, since, (stored, found) =>
      takeOver(deps, stored, found),
    )
    for (const { check, rows, total } of violations)
      deps.log.error({ check: check.name, rows, total }, check.requirement)
  })
}

/** Refunds made in the dashboard, money that came twice, and the fee. */
async function takeOver(
  deps: AppContext,
  { id, status, provider, providerId: paymentId, feePaise }: StoredPayment,
  found: AtProvider,
) {
  if (status !== 'succeeded') return
  if (found.payment.captures) await settlePayment(deps, { provider, paymentId })
  await adoptRefunds(deps, { provider, paymentId }, found.refunds)
  const toldPaise =
    feePaise === null && (found.payment.feePaise ?? (await found.provider.getFee?.(paymentId)))
  if (typeof toldPaise === 'number') await storeFee(deps.db, id, toldPaise)
}
