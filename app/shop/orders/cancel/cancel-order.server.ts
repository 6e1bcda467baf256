import { AppError, fieldError } from '#platform/app-error.ts'
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
import { followItems } from '../fulfilment/follow-items.server.ts'
import { nextStatus } from '../item-status.ts'
import { orderCancelledMail } from '../mails/order-mails.server.tsx'
import { noSuchOrder, notYours } from '../order-errors.ts'
import { cancelError, shopCancelError } from '../order-status.ts'
import { itemsOf, lockOrder, releaseCheckout, setItemStatus } from '../orders.store.server.ts'
import { type ItemRow, type OrderRow, rowToCancel } from '../whole-orders.store.server.ts'
import { checkRefundLimit, type RefundLimit } from './refund-limit.server.ts'

export interface CancelOrderDeps extends RefundLimit {
  db: Database
  jobs: Jobs
  clock: Clock
  shop: Pick<ShopDetails, 'phone'>
  /** Withdraws the quotes of these items that the customer has not answered. */
  withdrawQuotes(tx: Database, itemIds: readonly string[], now: Date): Promise<void>
  /**
   * Refunds what is left of an order's card payment, 0 when there is nothing, and credits its invoices. Without the shop's
   * own words, `creditReason` stays on the credit note for good.
   */
  refundRemaining(
    tx: Database,
    orderId: string,
    reasons: { reason: string; creditReason: string },
  ): Promise<Paise>
}

interface CancelRequest {
  caller: Caller
  /** Of the account that ordered. */
  email: string
  orderId: string
  /** The shop's; '' for none. A customer gives none. */
  reason: string
}

/**
 * Cancels every item of a placed order, withdraws its open quotes, refunds its card payment and mails the customer, in one
 * transaction. Its customer may until the order's lock; the shop, with a reason from then on, until it has left.
 *
 * @throws AppError forbidden for another's order, not_found (staff), conflict when it can no longer be cancelled, invalid
 *   without the shop's reason
 */
export async function cancelOrder(
  deps: CancelOrderDeps,
  { caller, email, orderId, reason }: CancelRequest,
): Promise<{ refundedPaise: Paise; byShop: boolean }> {
  const { db, jobs, clock, withdrawQuotes, refundRemaining } = deps
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
    requireCancellable(deps, { order, items, now, byShop, reason })
    const open = items
      .filter((item) => nextStatus(item.status, byShop ? 'drop' : 'cancel', item) !== null)
      .map(({ id }) => id)
    await setItemStatus(tx, open, 'cancelled')
    await withdrawQuotes(tx, open, now)
    await releaseCheckout(tx, orderId)
    if (order.reservationId) await releasePlace(tx, order.reservationId)
    const said = byShop && reason !== '' ? reason : undefined
    const creditReason = `Cancelled by the ${byShop ? 'shop' : 'customer'}`
    const amountPaise = await refundRemaining(tx, orderId, {
      reason: said ? `${creditReason}: ${said}` : creditReason,
      creditReason,
    })
    await recordAudit(tx, {
      at: now,
      by: caller,
      action: 'cancel-order',
      subject: 'order',
      subjectId: orderId,
      before: { refundedPaise: order.refundedPaise },
      after: {
        refundedPaise: order.refundedPaise + amountPaise,
        amountPaise,
        items: open.length,
        reason: said,
      },
    })
    await followItems(deps, tx, order, caller)
    await queueMail({ jobs, clock }, tx, orderCancelledMail, { orderId, reason: said })
    return { refundedPaise: amountPaise, byShop }
  })
}

/** @throws AppError conflict, or invalid without the reason that the shop has to give */
function requireCancellable(
  { shop }: Pick<CancelOrderDeps, 'shop'>,
  { order, items, now, byShop, reason }: CancelledOrder,
) {
  const toCancel = rowToCancel(order, items)
  const customersError = cancelError(toCancel, now)
  if (!byShop && customersError) {
    throw new AppError('conflict', `${customersError} Call us on ${shop.phone} and we will help.`)
  }
  const shopsError = byShop ? shopCancelError(toCancel) : null
  if (shopsError) throw new AppError('conflict', shopsError)
  if (customersError && reason === '') {
    throw fieldError('invalid', 'reason', 'Please enter a reason: the customer reads it.')
  }
}

interface CancelledOrder {
  order: OrderRow
  items: readonly ItemRow[]
  now: Date
  byShop: boolean
  reason: string
}
