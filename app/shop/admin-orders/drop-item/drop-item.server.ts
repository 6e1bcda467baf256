import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { moveItems } from '#shop/handling/items/move-items.server.ts'
import { notMade } from '#shop/handling/items/not-made.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { nextStatus } from '#shop/orders/item-status.ts'
import { recordGivenAway } from '#shop/orders/money/given-away.server.ts'
import { lessDuePaise } from '#shop/orders/money/ledger.ts'
import { isAnyMade, requireInShop } from '#shop/orders/order-rules.ts'
import { lockItem } from '#shop/orders/orders.store.server.ts'
import { formatInr } from '#shop/values/money.ts'
import { statusSentence } from '../baker-actions/baker-action.ts'
import type { itemDroppedMail } from './item-dropped-mail.server.tsx'

interface DropRequest {
  caller: Caller
  orderId: string
  itemId: string
  /** Shown to the customer. */
  reason: string
}

/**
 * Removes one item from an order that is still in the shop: refunds its online payment, releases its kitchen minutes
 * and mails the customer. With the last item the whole rest is refunded.
 *
 * @returns a sentence for the baker
 * @throws AppError not_found; conflict when the item is not made anyway, or the order has left; forbidden beyond a
 *   manager's limit
 */
export async function dropItem(
  context: AppContext,
  { caller, orderId, itemId, reason }: DropRequest,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const { order, item, title } = await lockItem(tx, orderId, itemId)
    requireInShop(order)
    if (nextStatus(item.status, 'drop', item) === null) {
      throw new AppError('conflict', `${title} ${statusSentence(item)}.`)
    }
    const { order: left, refundedPaise: amountPaise } = await moveItems(context, tx, order, {
      action: 'drop',
      itemIds: [itemId],
      by: caller,
      event: `drop-${itemId}`,
      problem: reason,
      ...notMade(item, reason),
    })
    await recordGivenAway(context, tx, caller, { before: order, after: left })
    await recordAudit(tx, {
      at: context.clock.now(),
      by: caller,
      action: 'drop-item',
      orderId,
      before: { item: itemId, status: item.status },
      after: { item: itemId, status: 'cancelled', reason, amountPaise },
    })
    const lessInCashPaise = lessDuePaise(order, left)
    const isLast = !isAnyMade(left)
    const mail = { orderId, itemId, amountPaise, lessInCashPaise, isLast }
    await queueMail<typeof itemDroppedMail>(context, tx, 'item-dropped', itemId, mail)
    return `${title} is dropped.${amountPaise > 0 ? ` ${formatInr(amountPaise)} refunded.` : ''}`
  })
}
