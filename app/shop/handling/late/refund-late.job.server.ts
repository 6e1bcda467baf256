import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/job.server.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { decideLate } from './decide-late.server.ts'
import { findLateDelivery, undecidedLateOrders } from './late.store.server.ts'

const refundLateJob = {
  name: 'refund-late',
  data: z.object({}),
  retryLimit: 0,
  schedule: '*/5 * * * *',
} satisfies Job

export function refundLateHandler(deps: AppContext): JobHandler {
  return handles(refundLateJob, () => refundLate(deps))
}

/** Orders of one run; the others wait for the next. */
const batchSize = 200
/** A late delivery that stayed undecided longer, because the shop was down, is left to the baker, ms. */
const decidedWithinMs = 7 * dayMs

/** Each delivery is decided once, in its own transaction. */
export async function refundLate(deps: AppContext) {
  const minutes = deps.shop.lateScale[0]?.minutes
  if (minutes === undefined) return
  const since = new Date(deps.clock.now().getTime() - decidedWithinMs)
  const ids = await undecidedLateOrders(deps.db, { minutes, since, limit: batchSize })
  for (const orderId of ids) {
    try {
      await deps.db.transaction((tx) => decideOne(deps, tx, orderId))
    } catch (error) {
      // A failure must not block the others.
      deps.log.error({ err: error, orderId }, 'a late delivery could not be refunded')
    }
  }
}

async function decideOne(deps: AppContext, tx: Database, orderId: string) {
  const order = await lockPlacedOrder(tx, orderId)
  if (!order.arrivedAt || (await findLateDelivery(tx, orderId))) return
  await decideLate(deps, tx, { order, at: order.arrivedAt })
}
