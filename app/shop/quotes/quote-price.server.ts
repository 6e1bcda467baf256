import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { type Actor, recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import type { CurrentPlan } from '#shop/delivery/current-plan.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { setItemStatus } from '#shop/orders/orders.store.server.ts'
import type { ItemRow, OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { quoteMail } from './quote-mails.server.tsx'
import type { QuotedWork } from './quoted-work.ts'
import { closeQuotes, insertQuote, openQuotes } from './quotes.store.server.ts'
import { findAnswerBy, takeQuotedWork } from './take-quoted-work.server.ts'

/**
 * Quotes the price of one customised cake and mails its customer. An open quote of the item is replaced. For a transaction
 * that has locked the order and checked the item's status.
 *
 * @throws AppError conflict when the delivery is too near to wait for an answer, invalid when its slot cannot hold the work
 */
export async function quotePrice(
  { jobs, clock, deliveryPlan }: { jobs: Jobs; clock: Clock; deliveryPlan: CurrentPlan },
  tx: Database,
  { order, item, pricePaise, work, by }: NewQuote,
) {
  const now = clock.now()
  const plan = deliveryPlan.current()
  const answerBy = findAnswerBy({ plan, order, work, now })
  if (!answerBy) throw tooNear(order)

  await takeQuotedWork(tx, { plan, order, item, work, now })
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
  await setItemStatus(tx, [item.id], 'quoted')
  await recordAudit(tx, {
    at: now,
    by,
    action: 'quote-item',
    subject: 'order',
    subjectId: order.id,
    before: { item: item.id, status: item.status, pricePaise: before?.pricePaise ?? 0 },
    after: { item: item.id, status: 'quoted', pricePaise, ...work },
  })
  await queueMail({ jobs, clock }, tx, quoteMail, { orderId: order.id, quoteId })
}

interface NewQuote {
  order: OrderRow
  item: ItemRow
  /** For one cake. */
  pricePaise: Paise
  work: QuotedWork
  by: Actor
}

function tooNear({ customerMobile }: OrderRow): AppError {
  const at = customerMobile && ` at ${customerMobile}`
  return new AppError(
    'conflict',
    `The delivery is too soon to wait for an answer to a quote. Please call the customer${at}.`,
  )
}
