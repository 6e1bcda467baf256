import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { may } from '#shop/accounts/roles.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { releasePlace } from '#shop/delivery/reservations.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import type { Paise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { nextStatus } from '../item-status.ts'
import { mailOrderCancelled } from '../mails/order-mails.server.tsx'
import { notYours } from '../order-errors.ts'
import { cancelError } from '../order-status.ts'
import { itemsOf, lockOrder, releaseCheckout, setItemStatus } from '../orders.store.server.ts'
import { checkRefundLimit, type RefundLimit } from './refund-limit.server.ts'

export interface CancelOrderDeps extends RefundLimit {
  db: Database
  jobs: Jobs
  clock: Clock
  shop: Pick<ShopDetails, 'phone'>
  /** Withdraws the quotes of these items that the customer has not answered. */
  withdrawQuotes(tx: Database, itemIds: readonly string[], now: Date): Promise<void>
  /** Refunds what is left of an order's card payment; 0 when there is nothing. */
  refundRemaining(tx: Database, orderId: string, reason: string): Promise<Paise>
}

/**
 * Cancels every item of a placed order, withdraws its open quotes, refunds its card payment and mails the customer, in one
 * transaction.
 *
 * @throws AppError forbidden for another's order, not_found (staff), conflict once an item is prepared, and for
 *   its customer once its delivery is due
 */
export async function cancelOrder(
  deps: CancelOrderDeps,
  { caller, email, orderId }: { caller: Caller; email: string; orderId: string },
): Promise<{ refundedPaise: Paise; byShop: boolean }> {
  const { db, jobs, clock, shop, withdrawQuotes, refundRemaining } = deps
  const mayCancelAny = may(caller.role, 'refund')
  if (email.toLowerCase() !== caller.email && !mayCancelAny) throw notYours()
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'placed') throw mayCancelAny ? noSuchOrder() : notYours()
    const byShop = order.userId !== caller.id
    if (byShop && !mayCancelAny) throw notYours()
    if (byShop) checkRefundLimit(deps, caller, order.cardPaise)

    const items = await itemsOf(tx, orderId)
    const now = clock.now()
    const error = cancelError(
      items.map((item) => ({ ...item, isConfirmed: item.status })),
      { deliveryAt: order.deliveryAt, now, byShop },
    )
    if (error) {
      const help = byShop ? '' : ` Call us on ${shop.phone} and we will help.`
      throw new AppError('conflict', `${error}${help}`)
    }
    const open = items
      .filter((item) => nextStatus(item.status, 'cancel', item) === 'cancelled')
      .map(({ id }) => id)
    await setItemStatus(tx, open, 'cancelled')
    await withdrawQuotes(tx, open, now)
    await releaseCheckout(tx, orderId)
    if (order.reservationId) await releasePlace(tx, order.reservationId)
    const amountPaise = await refundRemaining(
      tx,
      orderId,
      `Cancelled by the ${byShop ? 'shop' : 'customer'}`,
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
    return { refundedPaise: amountPaise, byShop }
  })
}

function noSuchOrder() {
  return new AppError('not_found', 'There is no such order.')
}
