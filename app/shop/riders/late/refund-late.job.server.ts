import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import { handles, type Job, type JobHandler, type Jobs } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import type { LateScale } from '#shop/values/late-scale.ts'
import { decideLate } from './decide-late.server.ts'
import { findLateDelivery, undecidedLateOrders } from './late.store.server.ts'

/** Refunds what late deliveries cost the shop. */
const refundLateJob = {
  name: 'refund-late',
  data: z.object({}),
  retryLimit: 0,
  schedule: '*/5 * * * *',
} satisfies Job

export interface RefundLateDeps {
  db: Database
  jobs: Jobs
  clock: Clock
  log: Log
  lateScale: LateScale
}

export function refundLateHandler(deps: RefundLateDeps): JobHandler {
  return handles(refundLateJob, () => refundLate(deps))
}

/** How many orders one run decides; the others wait for the next. */
const batchSize = 200
/** A delivery that nobody decided for so long, because the shop was closed, is left to the baker, ms. */
const decidedWithinMs = 7 * dayMs

/** Decides about every delivery that came late, each in its own transaction and once. */
export async function refundLate(deps: RefundLateDeps) {
  const minutes = deps.lateScale[0]?.minutes
  if (minutes === undefined) return
  const since = new Date(deps.clock.now().getTime() - decidedWithinMs)
  const ids = await undecidedLateOrders(deps.db, { minutes, since, limit: batchSize })
  for (const orderId of ids) {
    try {
      await deps.db.transaction((tx) => decideOne(deps, tx, orderId))
    } catch (error) {
      // One that fails must not block the others.
      deps.log.error({ err: error, orderId }, 'a late delivery could not be refunded')
    }
  }
}

async function decideOne(deps: RefundLateDeps, tx: Database, orderId: string) {
  const order = await lockPlacedOrder(tx, orderId)
  if (!order.arrivedAt || (await findLateDelivery(tx, orderId))) return
  // What was due in cash was decided about when it was handed over.
  await decideLate(deps, tx, { order, duePaise: 0, takenPaise: 0, at: order.arrivedAt })
}
