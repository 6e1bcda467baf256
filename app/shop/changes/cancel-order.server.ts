import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { newId } from '#platform/secrets.server.ts'
import { may } from '#shop/accounts/permissions.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { moveItems } from '#shop/handling/items/move-items.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { nextStatus } from '#shop/orders/item-status.ts'
import { orderOrLink, requireActor } from '#shop/orders/links/tracking-link.server.ts'
import { duePaise, refundedPaise } from '#shop/orders/money/ledger.ts'
import { refundedText } from '#shop/orders/money/order-money.ts'
import type { Order } from '#shop/orders/order.ts'
import {
  cancelError,
  noSuchOrder,
  notYours,
  reasonMissing,
  shopCancelError,
} from '#shop/orders/order-rules.ts'
import { lockOrder } from '#shop/orders/orders.store.server.ts'
import { formatInr } from '#shop/values/money.ts'
import { reasonSchema } from './change-order.schema.ts'

const cancelOrderEndpoint = endpoint({
  method: 'POST',
  path: '/orders/cancelOrders',
  tag: 'Orders',
  summary: 'Cancel an order',
  description:
    'Cancels every item and refunds what the card paid. Its customer may until the order locks, and while no item is prepared; the shop until it has left, from the lock on with a `reason`. 403 beyond a manager’s limit, 409 afterwards. 404 for every link that does not work.',
  access: 'link',
  body: z.object({
    ...orderOrLink,
    email: z
      .email('Invalid email')
      .or(z.literal(''))
      .default('')
      .describe(
        'The customer’s; empty with a link, and for an order of staff whose customer gave none',
      ),
    reason: reasonSchema,
  }),
  response: messageSchema,
  problems: [403, 404, 409],
})

export type CancelOrder = typeof cancelOrderEndpoint

export function serveCancel(api: Api, shop: AppContext) {
  api.serve(cancelOrderEndpoint, async ({ body: { email, reason, ...named } }, call) => {
    const { isByLink, ...acting } = await requireActor(shop, call.caller, named)
    const request = isByLink
      ? { ...acting, email: acting.caller.email, reason: '' }
      : { ...acting, email, reason }
    return { message: await cancelOrder(shop, request) }
  })
}

interface CancelRequest {
  caller: Caller
  /** Of the account that ordered. */
  email: string
  orderId: string
  /** '' from a customer. */
  reason: string
}

/**
 * Cancels every item of a placed order, refunds what was paid online and mails the customer, in one transaction. The
 * customer may cancel until the lock; the shop until the order has left, with a reason after the lock.
 *
 * @returns a sentence for the caller
 * @throws AppError forbidden for another customer's order, and beyond a manager's limit, not_found (staff), conflict when it can no longer be
 *   cancelled, invalid without the shop's reason
 */
async function cancelOrder(
  context: AppContext,
  { caller, email, orderId, reason }: CancelRequest,
): Promise<string> {
  const mayCancelAny = may(caller.role, 'refund')
  if (email.toLowerCase() !== caller.email && !mayCancelAny) throw notYours()
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== 'placed') throw mayCancelAny ? noSuchOrder() : notYours()
    const byShop = order.userId !== caller.id
    if (byShop && !mayCancelAny) throw notYours()

    const now = context.clock.now()
    requireCancellable(context, { order, now, byShop, reason })
    const action = byShop ? 'drop' : 'cancel'
    const open = order.items.filter((item) => nextStatus(item.status, action, item) !== null)
    const given = byShop && reason !== '' ? reason : undefined
    const creditReason = `Cancelled by the ${byShop ? 'shop' : 'customer'}`
    const { order: left, refundedPaise: amountPaise } = await moveItems(context, tx, order, {
      action,
      itemIds: open.map(({ id }) => id),
      by: caller,
      event: `cancel-${newId()}`,
      creditReason,
      reason: given ? `${creditReason}: ${given}` : creditReason,
    })
    const before = refundedPaise(order)
    await recordAudit(tx, {
      at: now,
      by: caller,
      action: 'cancel-order',
      orderId,
      before: { refundedPaise: before },
      after: {
        refundedPaise: before + amountPaise,
        amountPaise,
        items: open.length,
        reason: given,
      },
    })
    await queueMail(context, tx, 'order-cancelled', orderId, {
      orderId,
      reason: given,
      byShop,
    })
    const refunded =
      amountPaise > 0 ? ` ${refundedText(amountPaise, byShop ? 'the customer' : 'you')}` : ''
    const owedPaise = -duePaise(left)
    const owed =
      owedPaise > 0
        ? ` We owe ${byShop ? 'them' : 'you'} ${formatInr(owedPaise)}, paid in person.`
        : ''
    return `${byShop ? 'The' : 'Your'} order is cancelled.${refunded}${owed}`
  })
}

/** @throws AppError conflict, or invalid without the shop's reason */
function requireCancellable(
  { shop }: AppContext,
  { order, now, byShop, reason }: { order: Order; now: Date; byShop: boolean; reason: string },
) {
  const customersError = cancelError(order, now)
  if (!byShop && customersError) {
    throw new AppError('conflict', `${customersError} Call us on ${shop.phone} and we will help.`)
  }
  const shopsError = byShop ? shopCancelError(order) : null
  if (shopsError) throw new AppError('conflict', shopsError)
  if (customersError && reason === '') throw reasonMissing()
}
