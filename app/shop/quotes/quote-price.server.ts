import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Actor, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { moveItems } from '#shop/handling/items/move-items.server.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { closeQuotes, insertQuote, openQuotes } from '#shop/orders/quotes/quotes.store.server.ts'
import type { Paise } from '#shop/values/money.ts'
import type { quoteMail } from './quote-mails.server.ts'
import type { QuotedWork } from './quoted-work.ts'
import { findAnswerBy, requireRoom } from './take-quoted-work.server.ts'

/**
 * Quotes the price of one customised cake and mails its customer. An open quote of the item is replaced. For a
 * transaction that has locked the order and checked the item's status.
 *
 * @throws AppError conflict if the delivery is too near to wait for an answer, invalid if its slot has no room for the
 *   work
 */
export async function quotePrice(
  context: AppContext,
  tx: Database,
  { order, item, pricePaise, work, by }: NewQuote,
) {
  const now = context.clock.now()
  const plan = context.deliveryPlan.current()
  const answerBy = findAnswerBy({ plan, order, work, now })
  if (!answerBy) throw tooNear(order)

  await requireRoom(tx, { plan, order, item, work, now })
  const before = (await openQuotes(tx, [item.id])).get(item.id)
  await closeQuotes(tx, [item.id], { status: 'replaced', at: now })
  const quoteId = crypto.randomUUID()
  await insertQuote(tx, {
    id: quoteId,
    itemId: item.id,
    pricePaise,
    ...work,
    quotedAt: now,
    answerBy,
  })
  const move = { action: 'quote' as const, itemIds: [item.id], by, event: `quoted-${quoteId}` }
  await recordAudit(tx, {
    at: now,
    by,
    action: 'quote-item',
    orderId: order.id,
    before: { item: item.id, status: item.status, pricePaise: before?.pricePaise ?? 0 },
    after: { item: item.id, status: 'quoted', pricePaise, ...work },
  })
  await moveItems(context, tx, order, move)
  await queueMail<typeof quoteMail>(context, tx, 'quote', quoteId, { orderId: order.id, quoteId })
}

interface NewQuote {
  order: Order
  item: OrderItem
  /** For one cake. */
  pricePaise: Paise
  work: QuotedWork
  by: Actor
}

function tooNear({ customerMobile }: Order): AppError {
  const at = customerMobile && ` at ${customerMobile}`
  return new AppError(
    'conflict',
    `The delivery is too soon to wait for an answer to a quote. Please call the customer${at}.`,
  )
}
