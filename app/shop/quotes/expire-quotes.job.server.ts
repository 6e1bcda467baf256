import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler, type Jobs } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { followItems } from '#shop/orders/fulfilment/follow-items.server.ts'
import { setItemStatus } from '#shop/orders/orders.store.server.ts'
import { quoteAnsweredMail, quoteExpiredMail } from './quote-mails.server.tsx'
import { isOverdue } from './quote-status.ts'
import { closeQuotes, type LockedQuote, lockQuote, overdueQuotes } from './quotes.store.server.ts'
import { refundIfNothingIsMade, releaseWork } from './release-work.server.ts'

/** Expires quotes that were not answered in time. */
const expireQuotesJob = {
  name: 'expire-quotes',
  data: z.object({}),
  retryLimit: 0,
  schedule: '*/5 * * * *',
} satisfies Job

export function expireQuotesHandler(deps: ExpireQuotesDeps): JobHandler {
  return handles(expireQuotesJob, () => expireQuotes(deps))
}

interface ExpireQuotesDeps {
  db: Database
  jobs: Jobs
  clock: Clock
  log: Log
}

/** How many quotes one run expires; the others wait for the next run. */
const batchSize = 200

/** Expires every overdue quote, each in its own transaction, and mails customer and shop. */
export async function expireQuotes(deps: ExpireQuotesDeps) {
  for (const quoteId of await overdueQuotes(deps.db, deps.clock.now(), batchSize)) {
    try {
      await deps.db.transaction((tx) => expireOne(deps, tx, quoteId))
    } catch (error) {
      // One that fails must not block the others.
      deps.log.error({ err: error, quoteId }, 'a quote could not be expired')
    }
  }
}

async function expireOne(deps: ExpireQuotesDeps, tx: Database, quoteId: string) {
  const locked = await lockQuote(tx, quoteId)
  const now = deps.clock.now()
  if (locked && isOverdue(locked.quote, now)) await expire(deps, tx, locked, now)
}

async function expire(
  deps: ExpireQuotesDeps,
  tx: Database,
  { order, item, quote }: LockedQuote,
  now: Date,
) {
  const { pricePaise } = quote
  await closeQuotes(tx, [item.id], { status: 'expired', at: now })
  await setItemStatus(tx, [item.id], 'expired')
  await releaseWork(tx, { order, item })
  await recordAudit(tx, {
    at: now,
    by: 'shop',
    action: 'expire-quote',
    subject: 'order',
    subjectId: order.id,
    before: { item: item.id, status: item.status, pricePaise },
    after: { item: item.id, status: 'expired', pricePaise },
  })
  const about = { orderId: order.id, quoteId: quote.id }
  await queueMail(deps, tx, quoteExpiredMail, about)
  await queueMail(deps, tx, quoteAnsweredMail, about)
  await followItems(deps, tx, order, 'shop')
  await refundIfNothingIsMade(deps, tx, { order, item })
}
