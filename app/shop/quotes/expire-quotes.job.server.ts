import { z } from 'zod'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { handles, type Job, type JobHandler, type Jobs } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { mailWhenPrepared } from '#shop/orders/mails/order-mails.server.tsx'
import { setItemStatus } from '#shop/orders/orders.store.server.ts'
import { mailQuoteAnswered, mailQuoteExpired } from './quote-mails.server.tsx'
import { isOverdue } from './quote-status.ts'
import { closeQuotes, type LockedQuote, lockQuote, overdueQuotes } from './quotes.store.server.ts'

/** Ends offers that were not answered in time. */
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

/** Offers ended in one run; the rest waits for the next. */
const batch = 200

/** Ends every open offer whose time is over, each in a transaction of its own, and has customer and shop told. */
export async function expireQuotes(deps: ExpireQuotesDeps) {
  for (const quoteId of await overdueQuotes(deps.db, deps.clock.now(), batch)) {
    try {
      await deps.db.transaction((tx) => expireOne(deps, tx, quoteId))
    } catch (error) {
      // One that fails must not keep the others waiting.
      deps.log.error({ err: error, quoteId }, 'an offer could not be ended')
    }
  }
}

async function expireOne(deps: ExpireQuotesDeps, tx: Database, quoteId: string) {
  const held = await lockQuote(tx, quoteId)
  const now = deps.clock.now()
  if (held && isOverdue(held.offer, now)) await end(deps, tx, held, now)
}

async function end(
  deps: ExpireQuotesDeps,
  tx: Database,
  { order, item, offer }: LockedQuote,
  now: Date,
) {
  const { pricePaise } = offer
  await closeQuotes(tx, [item.id], { status: 'expired', at: now })
  await setItemStatus(tx, [item.id], 'expired')
  await recordAudit(tx, {
    at: now,
    by: 'shop',
    action: 'expire-quote',
    subject: 'order',
    subjectId: order.id,
    before: { item: item.id, status: item.status, pricePaise },
    after: { item: item.id, status: 'expired', pricePaise },
  })
  const about = { orderId: order.id, quoteId: offer.id }
  await queueMail(deps, tx, mailQuoteExpired, about)
  await queueMail(deps, tx, mailQuoteAnswered, about)
  await mailWhenPrepared(deps, tx, order.id)
}
