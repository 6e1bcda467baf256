import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/job.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { hasLeft } from '#shop/orders/fulfilment/fulfilment-status.ts'
import { undoLeftMs } from '#shop/orders/item-status.ts'
import type { Order } from '#shop/orders/order.ts'
import { orderProgress } from '#shop/orders/order-rules.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'

/** Runs when the baker can no longer undo the preparation. */
const announcePrepared = {
  name: 'announce-prepared',
  data: z.object({ orderId: z.uuid() }),
  retryLimit: 20,
} satisfies Job

/**
 * Queues the mail to the customer of a prepared order, for the time when none of its items can be undone. Call it in
 * the transaction that prepared them.
 */
export function queueOrderPreparedMail(deps: AppContext, tx: Database, order: Order) {
  return announceIn(deps, tx, order.id, progressOf(deps, order).undoMs)
}

export function announcePreparedHandler(deps: AppContext): JobHandler {
  return handles(announcePrepared, ({ orderId }) =>
    deps.db.transaction(async (tx) => {
      const order = await lockPlacedOrder(tx, orderId)
      // The customer was mailed already that it is on its way.
      if (hasLeft(order.fulfilment)) return
      const { isPrepared, prepared, undoMs } = progressOf(deps, order)
      if (!isPrepared) return
      // An item was undone and prepared again meanwhile.
      if (undoMs > 0) await announceIn(deps, tx, orderId, undoMs)
      // Sent again only if more items were prepared meanwhile.
      else await queueMail(deps, tx, 'order-prepared', `${orderId}-${prepared}`, { orderId })
    }),
  )
}

function announceIn({ jobs }: AppContext, tx: Database, orderId: string, ms: number) {
  const startAfterSeconds = Math.ceil(ms / 1000)
  return jobs.enqueue(tx, announcePrepared, { orderId }, { startAfterSeconds })
}

/** Whether all items are prepared, how many, and how much longer one of them may be undone. */
function progressOf({ clock }: AppContext, order: Order) {
  const { label, prepared } = orderProgress(order)
  const undoMs = Math.max(...order.items.map((item) => undoLeftMs(item.preparedAt, clock.now())))
  return { isPrepared: label === 'Prepared', prepared, undoMs }
}
