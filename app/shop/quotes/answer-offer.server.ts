import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { writeJournal } from '#shop/audit-log/journal.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { closeOffers } from '#shop/orders/offers.store.server.ts'
import { setItemStatus } from '#shop/orders/orders.store.server.ts'
import { tellWhenPrepared } from '#shop/orders/tell-prepared.server.ts'
import { notYours } from '#shop/orders/view-orders.server.ts'
import { type HeldOffer, holdOffer } from './hold-offer.server.ts'
import { mailOfferAccepted, mailOfferAnswered } from './offer-mails.server.ts'
import { offerStanding, whyNotOpen } from './offer-standing.ts'
import type { OfferAnswer } from './offers.endpoints.ts'

export interface AnswerOfferDeps {
  db: Database
  jobs: Jobs
  clock: Clock
}

const outcomes = { accept: 'accepted', decline: 'declined' } as const
const actions = { accept: 'accept-offer', decline: 'decline-offer' } as const

interface Answered {
  offerId: string
  answer: OfferAnswer
  /** The signed-in caller; 'link' for whoever holds the offer's link. */
  by: Caller | 'link'
}

/**
 * Accepts or declines an open offer for its customer, and has customer and shop told. The answer that was given before
 * changes nothing.
 *
 * @throws AppError forbidden for another's offer and for none, not_found (by link), conflict when it can no longer be
 *   answered so
 */
export async function answerOffer(
  deps: AnswerOfferDeps,
  { offerId, answer, by }: Answered,
): Promise<'accepted' | 'declined'> {
  return deps.db.transaction(async (tx) => {
    const held = await holdOffer(tx, offerId)
    if (!held) throw by === 'link' ? noSuchLink() : notYours()
    if (by !== 'link' && by.id !== held.order.userId) throw notYours()

    const { offer, item } = held
    const now = deps.clock.now()
    const standing = offerStanding(offer, { itemStatus: item.status, now })
    if (standing === outcomes[answer]) return outcomes[answer]
    if (standing !== 'open') throw new AppError('conflict', whyNotOpen[standing])

    await move(tx, held, { answer, now })
    await note(deps, tx, held, { answer, by, now })
    await tellWhenPrepared(deps, tx, held.order.id)
    return outcomes[answer]
  })
}

async function move(
  tx: Database,
  { offer, item }: HeldOffer,
  { answer, now }: { answer: OfferAnswer; now: Date },
) {
  const status = outcomes[answer]
  const agreedPaise = answer === 'accept' ? offer.pricePaise : undefined
  await closeOffers(tx, [item.id], { status, at: now })
  await setItemStatus(tx, [item.id], status, { agreedPaise })
}

async function note(
  deps: AnswerOfferDeps,
  tx: Database,
  { order, item, offer }: HeldOffer,
  { answer, by, now }: Pick<Answered, 'answer' | 'by'> & { now: Date },
) {
  const { pricePaise } = offer
  const customer = { id: order.userId, email: order.customerEmail, isAdmin: false }
  await writeJournal(tx, {
    at: now,
    by: by === 'link' ? customer : by,
    action: actions[answer],
    subject: 'order',
    subjectId: order.id,
    before: { item: item.id, status: item.status, pricePaise },
    after: {
      item: item.id,
      status: outcomes[answer],
      pricePaise,
      ...(by === 'link' && { byLink: true }),
    },
  })
  const about = { orderId: order.id, offerId: offer.id }
  if (answer === 'accept') await queueMail(deps, tx, mailOfferAccepted, about)
  await queueMail(deps, tx, mailOfferAnswered, about)
}

/** One answer to every link that is none of ours. */
export function noSuchLink(): AppError {
  return new AppError(
    'not_found',
    'This link does not work. Please open it again from our mail, or answer in View Orders.',
  )
}
