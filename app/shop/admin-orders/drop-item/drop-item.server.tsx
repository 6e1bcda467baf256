import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { moveItems, notMade } from '#shop/handling/items/move-items.server.ts'
import { declareMail, queueMail } from '#shop/mails/mail-kind.server.ts'
import { nextStatus } from '#shop/orders/item-status.ts'
import {
  creditNotesText,
  findOrderForMail,
  greeting,
  toCustomer,
  trackButton,
  trackLinkOf,
} from '#shop/orders/mails/order-mail.server.ts'
import { ItemInWords } from '#shop/orders/mails/order-mail-items.tsx'
import { recordGivenAway } from '#shop/orders/money/given-away.server.ts'
import { lessDuePaise } from '#shop/orders/money/ledger.ts'
import { lessInCashText, owedText, refundedText } from '#shop/orders/money/order-money.ts'
import { isAnyMade, requireInShop } from '#shop/orders/order-rules.ts'
import { lockItem } from '#shop/orders/orders.store.server.ts'
import { creditNotesOf } from '#shop/papers/papers.store.server.ts'
import { formatInr } from '#shop/values/money.ts'
import { MailText } from '#ui/mail-layout.tsx'
import { statusSentence } from '../baker-actions/baker-action.ts'

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

/** To the customer: which item is not made, why, and the refund. */
export const itemDroppedMail = declareMail({
  name: 'item-dropped',
  cause: 'shop',
  data: z.object({
    orderId: z.uuid(),
    itemId: z.uuid(),
    amountPaise: z.int().nonnegative(),
    lessInCashPaise: z.int().nonnegative().default(0),
    /** No other item of the order is made. */
    isLast: z.boolean().default(false),
  }),
  async write(context, { orderId, itemId, amountPaise, lessInCashPaise, isLast }) {
    const { db, shop } = context
    const order = await findOrderForMail(db, orderId)
    const item = order.items.find(({ id }) => id === itemId)
    if (!item) throw new Error(`no item ${itemId} to write about`)
    const lessInCash = isLast ? 'There is nothing left to pay.' : lessInCashText(lessInCashPaise)
    return {
      ...toCustomer(order),
      subject: `A change to your order ${order.number}`,
      preview: `We can’t make one item of order ${order.number}.`,
      heading: 'We can’t make one item',
      parts: [
        `${greeting(order)} we’re sorry: we can’t make this item of order ${order.number}.`,
        <MailText key="item">
          <ItemInWords item={item} />
        </MailText>,
        { userText: item.problem },
        amountPaise > 0 && refundedText(amountPaise),
        lessInCashPaise > 0 && lessInCash,
        owedText(order),
        creditNotesText(await creditNotesOf(db, orderId)),
        `Questions? Reply to this email or call us on ${shop.phone}.`,
        trackButton(await trackLinkOf(context, order)),
      ],
    }
  },
})
