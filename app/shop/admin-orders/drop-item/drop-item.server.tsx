import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import { type Api, messageSchema } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { moveItems, notMade } from '#shop/handling/items/move-items.server.ts'
import { type MailKind, queueMail } from '#shop/mails/mail-kind.server.ts'
import { orderIdSchema } from '#shop/orders/api/order.schema.ts'
import { nextStatus } from '#shop/orders/item-status.ts'
import {
  creditNotesText,
  findOrderForMail,
  greeting,
  ItemInWords,
  trackButton,
  trackLinkOf,
} from '#shop/orders/mails/order-mail.server.tsx'
import { lessDuePaise } from '#shop/orders/money/ledger.ts'
import { lessInCashText, owedText, refundedText } from '#shop/orders/money/order-money.ts'
import {
  isAnyMade,
  maxReasonLength,
  noSuchItemText,
  requireInShop,
} from '#shop/orders/order-rules.ts'
import { lockItem } from '#shop/orders/orders.store.server.ts'
import { creditNotesOf } from '#shop/papers/papers.store.server.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { textSchema } from '#shop/values/typed/typed.schema.ts'
import { MailText } from '#ui/mail-layout.tsx'
import { statusSentence } from '../baker-actions/apply-baker-action.server.ts'

const dropItemEndpoint = endpoint({
  method: 'POST',
  path: '/orders/dropItem',
  tag: 'Admin orders',
  summary: 'Drop one item of an order',
  description:
    'The item is not made: what the card paid for it is refunded, and the customer is mailed with the reason. Shipping is kept unless nothing is left. 409 once the order has left the shop, and for an item that is not made anyway.',
  access: 'refund',
  recentPassword: true,
  body: z.object({
    orderId: orderIdSchema,
    itemId: z.uuid(noSuchItemText),
    reason: textSchema(maxReasonLength)
      .min(1, 'Please enter a reason.')
      .describe('The customer reads it'),
  }),
  response: messageSchema,
  problems: [404, 409],
})

export type DropItem = typeof dropItemEndpoint

/**
 * Removes one item from an order that is still in the shop: refunds its online payment, releases its kitchen minutes
 * and mails the customer. With the last item the whole rest is refunded.
 */
export function serveDropItem(api: Api, shop: AppContext) {
  api.serve(dropItemEndpoint, ({ body: { orderId, itemId, reason } }, { caller: by }) =>
    shop.db.transaction(async (tx) => {
      const { order, item, title } = await lockItem(tx, orderId, itemId)
      requireInShop(order)
      if (nextStatus(item.status, 'drop', item) === null) {
        throw new AppError('conflict', `${title} ${statusSentence(item)}.`)
      }
      const { order: left, refundedPaise: amountPaise } = await moveItems(shop, tx, order, {
        action: 'drop',
        itemIds: [itemId],
        by,
        event: `drop-${itemId}`,
        problem: reason,
        ...notMade(item, reason),
      })
      await recordAudit(tx, {
        at: shop.clock.now(),
        by,
        action: 'drop-item',
        orderId,
        before: { item: itemId, status: item.status },
        after: { item: itemId, status: 'cancelled', reason, amountPaise },
      })
      const lessInCashPaise = lessDuePaise(order, left)
      const isLast = !isAnyMade(left)
      const mail = { orderId, itemId, amountPaise, lessInCashPaise, isLast }
      await queueMail(shop, tx, 'item-dropped', itemId, mail)
      const refunded = amountPaise > 0 ? ` ${formatInr(amountPaise)} refunded.` : ''
      return { message: `${title} is dropped.${refunded}` }
    }),
  )
}

/** To the customer: which item is not made, why, and the refund. */
export const itemDroppedMail: MailKind<{
  orderId: string
  itemId: string
  amountPaise: Paise
  lessInCashPaise?: Paise
  /** No other item of the order is made. */
  isLast?: boolean
}> = async (context, { orderId, itemId, amountPaise, lessInCashPaise = 0, isLast }) => {
  const { db, shop } = context
  const order = await findOrderForMail(db, orderId)
  const item = order.items.find(({ id }) => id === itemId)
  if (!item) throw new Error(`no item ${itemId} to write about`)
  const lessInCash = isLast ? 'There is nothing left to pay.' : lessInCashText(lessInCashPaise)
  return {
    to: order.customerEmail,
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
}
