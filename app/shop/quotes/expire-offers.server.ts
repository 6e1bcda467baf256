import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { writeJournal } from '#shop/audit-log/journal.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { closeOffers, overdueOffers } from '#shop/orders/offers.store.server.ts'
import { setItemStatus } from '#shop/orders/orders.store.server.ts'
import { tellWhenPrepared } from '#shop/orders/tell-prepared.server.ts'
import { type HeldOffer, holdOffer } from './hold-offer.server.ts'
import { mailOfferAnswered, mailOfferExpired } from './offer-mails.server.ts'
import { isOverdue } from './offer-standing.ts'

export interface ExpireOffersDeps {
  db: Database
  jobs: Jobs
  clock: Clock
  log: Log
}

/** Offers ended in one run; the rest waits for the next. */
const batch = 200

/** Ends every open offer whose time is over, each in a transaction of its own, and has customer and shop told. */
export async function expireOffers(deps: ExpireOffersDeps) {
  for (const offerId of await overdueOffers(deps.db, deps.clock.now(), batch)) {
    try {
      await deps.db.transaction((tx) => expireOne(deps, tx, offerId))
    } catch (error) {
      // One that fails must not keep the others waiting.
      deps.log.error({ err: error, offerId }, 'an offer could not be ended')
    }
  }
}

async function expireOne(deps: ExpireOffersDeps, tx: Database, offerId: string) {
  const held = await holdOffer(tx, offerId)
  const now = deps.clock.now()
  if (held && isOverdue(held.offer, now)) await end(deps, tx, held, now)
}

async function end(
  deps: ExpireOffersDeps,
  tx: Database,
  { order, item, offer }: HeldOffer,
  now: Date,
) {
  const { pricePaise } = offer
  await closeOffers(tx, [item.id], { status: 'expired', at: now })
  await setItemStatus(tx, [item.id], 'expired')
  await writeJournal(tx, {
    at: now,
    by: 'shop',
    action: 'expire-offer',
    subject: 'order',
    subjectId: order.id,
    before: { item: item.id, status: item.status, pricePaise },
    after: { item: item.id, status: 'expired', pricePaise },
  })
  const about = { orderId: order.id, offerId: offer.id }
  await queueMail(deps, tx, mailOfferExpired, about)
  await queueMail(deps, tx, mailOfferAnswered, about)
  await tellWhenPrepared(deps, tx, order.id)
}
