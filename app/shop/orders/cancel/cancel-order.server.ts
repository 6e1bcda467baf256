import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { nextStatus } from '../item-status.ts'
import { mailOrderCancelled } from '../mails/order-mails.server.tsx'
import { notYours } from '../order-errors.ts'
import { canCancel } from '../order-status.ts'
import { itemsOf, lockOrder, releaseCheckout, setItemStatus } from '../orders.store.server.ts'

export interface CancelOrderDeps {
  db: Database
  jobs: Jobs
  clock: Clock
  /** Withdraws the quotes of these items that the customer has not answered. */
  withdrawQuotes(tx: Database, itemIds: readonly string[], now: Date): Promise<void>
  /** Refunds what is left of an order's card payment; 0 when there is nothing. */
  refundRemaining(tx: Database, orderId: string, reason: string): Promise<Paise>
}

/**
 * Cancels every item of a placed order, withdraws its open quotes, refunds its card payment and mails the customer, in one
 * transaction.
 *
 * @throws AppError forbidden for another's order, not_found (administrators), conflict once an item is prepared
 */
export async function cancelOrder(
  { db, jobs, clock, withdrawQuotes, refundRemaining }: CancelOrderDeps,
  { caller, email, orderId }: { caller: Caller; email: string; orderId: string },
): Promise<{ refundedPaise: Paise }> {
  if (email.toLowerCase() !== caller.email && !caller.isAdmin) throw notYours()
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'placed') throw caller.isAdmin ? noSuchOrder() : notYours()
    if (order.userId !== caller.id && !caller.isAdmin) throw notYours()

    const items = await itemsOf(tx, orderId)
    if (!canCancel(items.map((item) => ({ ...item, isConfirmed: item.status })))) {
      throw new AppError('conflict', whyNot(items.map(({ status }) => status)))
    }
    const now = clock.now()
    const open = items
      .filter((item) => nextStatus(item.status, 'cancel', item) === 'cancelled')
      .map(({ id }) => id)
    await setItemStatus(tx, open, 'cancelled')
    await withdrawQuotes(tx, open, now)
    await releaseCheckout(tx, orderId)
    const amountPaise = await refundRemaining(
      tx,
      orderId,
      `Cancelled by the ${caller.isAdmin ? 'shop' : 'customer'}`,
    )
    await recordAudit(tx, {
      at: now,
      by: caller,
      action: 'cancel-order',
      subject: 'order',
      subjectId: orderId,
      before: { refundedPaise: order.refundedPaise },
      after: { refundedPaise: order.refundedPaise + amountPaise, amountPaise, items: open.length },
    })
    await queueMail({ jobs, clock }, tx, mailOrderCancelled, { orderId })
    return { refundedPaise: amountPaise }
  })
}

function noSuchOrder() {
  return new AppError('not_found', 'There is no such order.')
}

function whyNot(statuses: string[]): string {
  return statuses.includes('completed')
    ? 'This order is already prepared, so it cannot be cancelled any more. Call us and we will help.'
    : 'Nothing of this order is left to cancel.'
}
