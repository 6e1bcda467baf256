import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/job.server.ts'
import { updateRefund } from '#shop/refunds/refund-payment.server.ts'
import { settlePayment } from './settle-payment.server.ts'

/** Settles a webhook's payment or refund if the provider responds slowly. */
const settleEventJob = {
  name: 'settle-event',
  data: z.object({
    provider: z.string(),
    eventId: z.string(),
    paymentId: z.string(),
    /** Null if the event is about the payment. */
    refundId: z.string().nullable(),
  }),
  retryLimit: 20,
  isPrompt: true,
} satisfies Job

type ReportedEvent = z.output<typeof settleEventJob.data>

/** Maximum time to a webhook's response, in ms: Razorpay counts it as failed after 5 seconds. */
const respondWithinMs = 4000

export function settleEventHandler(deps: AppContext): JobHandler {
  return handles(settleEventJob, (event) => settle(deps, event))
}

/**
 * Settles the payment or refund of a webhook. If that takes long, it continues in the background, and a job ensures
 * that it is done.
 *
 * @throws errors of settling within that time, so that the provider sends the webhook again
 */
export async function settleEvent(deps: AppContext, event: ReportedEvent, ms = respondWithinMs) {
  const settling = settle(deps, event).then(() => true)
  if (await Promise.race([settling, pause(ms, false, { ref: false })])) return
  settling.catch(() => {
    // The job logs the error and tries again.
  })
  await deps.db.transaction((tx) => deps.jobs.enqueue(tx, settleEventJob, event))
}

async function settle(deps: AppContext, { refundId, ...event }: ReportedEvent) {
  if (refundId === null) await settlePayment(deps, event)
  else await updateRefund(deps, { ...event, refundId })
}
