import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/caller.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { mailWhenPrepared } from '#shop/orders/mails/order-mails.server.tsx'
import { setItemStatus } from '#shop/orders/orders.store.server.ts'
import { notYours } from '#shop/orders/view/view-orders.server.ts'
import { mailQuoteAccepted, mailQuoteAnswered } from './quote-mails.server.tsx'
import { quoteStatusAt, whyNotOpen } from './quote-status.ts'
import type { QuoteAnswer } from './quotes.endpoints.ts'
import { closeQuotes, type LockedQuote, lockQuote } from './quotes.store.server.ts'

export interface AnswerQuoteDeps {
  db: Database
  jobs: Jobs
  clock: Clock
}

const outcomes = { accept: 'accepted', decline: 'declined' } as const
const actions = { accept: 'accept-quote', decline: 'decline-quote' } as const

interface Answered {
  quoteId: string
  answer: QuoteAnswer
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
export async function answerQuote(
  deps: AnswerQuoteDeps,
  { quoteId, answer, by }: Answered,
): Promise<'accepted' | 'declined'> {
  return deps.db.transaction(async (tx) => {
    const held = await lockQuote(tx, quoteId)
    if (!held) throw by === 'link' ? noSuchLink() : notYours()
    if (by !== 'link' && by.id !== held.order.userId) throw notYours()

    const { offer, item } = held
    const now = deps.clock.now()
    const standing = quoteStatusAt(offer, { itemStatus: item.status, now })
    if (standing === outcomes[answer]) return outcomes[answer]
    if (standing !== 'open') throw new AppError('conflict', whyNotOpen[standing])

    await move(tx, held, { answer, now })
    await note(deps, tx, held, { answer, by, now })
    await mailWhenPrepared(deps, tx, held.order.id)
    return outcomes[answer]
  })
}

async function move(
  tx: Database,
  { offer, item }: LockedQuote,
  { answer, now }: { answer: QuoteAnswer; now: Date },
) {
  const status = outcomes[answer]
  const agreedPaise = answer === 'accept' ? offer.pricePaise : undefined
  await closeQuotes(tx, [item.id], { status, at: now })
  await setItemStatus(tx, [item.id], status, { agreedPaise })
}

async function note(
  deps: AnswerQuoteDeps,
  tx: Database,
  { order, item, offer }: LockedQuote,
  { answer, by, now }: Pick<Answered, 'answer' | 'by'> & { now: Date },
) {
  const { pricePaise } = offer
  const customer = { id: order.userId, email: order.customerEmail, isAdmin: false }
  await recordAudit(tx, {
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
  const about = { orderId: order.id, quoteId: offer.id }
  if (answer === 'accept') await queueMail(deps, tx, mailQuoteAccepted, about)
  await queueMail(deps, tx, mailQuoteAnswered, about)
}

/** One answer to every link that is none of ours. */
export function noSuchLink(): AppError {
  return new AppError(
    'not_found',
    'This link does not work. Please open it again from our mail, or answer in View Orders.',
  )
}
