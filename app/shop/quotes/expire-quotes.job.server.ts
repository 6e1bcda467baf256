import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler } from '#platform/jobs/job.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { moveItems } from '#shop/handling/items/move-items.server.ts'
import { notMade } from '#shop/handling/items/not-made.ts'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { isOverdue } from '#shop/orders/quotes/quote-status.ts'
import { lockQuote, overdueQuotes } from '#shop/orders/quotes/quotes.store.server.ts'
import type { quoteAnsweredMail, quoteExpiredMail } from './quote-mails.server.ts'

const expireQuotesJob = {
  name: 'expire-quotes',
  data: z.object({}),
  retryLimit: 0,
  schedule: '*/5 * * * *',
} satisfies Job

export function expireQuotesHandler(deps: AppContext): JobHandler {
  return handles(expireQuotesJob, () => expireQuotes(deps))
}

/** Quotes of one run; the others wait for the next. */
const batchSize = 200

/** Expires every overdue quote, each in its own transaction, and mails customer and shop. */
export async function expireQuotes(deps: AppContext) {
  for (const quoteId of await overdueQuotes(deps.db, deps.clock.now(), batchSize)) {
    try {
      await deps.db.transaction((tx) => expireOne(deps, tx, quoteId))
    } catch (error) {
      // A failure must not block the others.
      deps.log.error({ err: error, quoteId }, 'a quote could not be expired')
    }
  }
}

async function expireOne(deps: AppContext, tx: Database, quoteId: string) {
  const locked = await lockQuote(tx, quoteId)
  const now = deps.clock.now()
  if (!locked || !isOverdue(locked.quote, now)) return
  const { order, item, quote } = locked
  const { pricePaise } = quote
  await recordAudit(tx, {
    at: now,
    by: 'shop',
    action: 'expire-quote',
    orderId: order.id,
    before: { item: item.id, status: item.status, pricePaise },
    after: { item: item.id, status: 'expired', pricePaise },
  })
  await moveItems(deps, tx, order, {
    action: 'expire',
    itemIds: [item.id],
    by: 'shop',
    event: `expire-${quote.id}`,
    ...notMade(item),
  })
  const about = { orderId: order.id, quoteId: quote.id }
  await queueMail<typeof quoteExpiredMail>(deps, tx, 'quote-expired', quote.id, about)
  await queueMail<typeof quoteAnsweredMail>(deps, tx, 'quote-answered', quote.id, about)
}
