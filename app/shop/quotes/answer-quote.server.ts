import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { queueMail } from '#shop/mails/queue-mail.server.ts'
import { followItems } from '#shop/orders/fulfilment/follow-items.server.ts'
import { queueRecipientAwaitsMail } from '#shop/orders/mails/way-mails.server.tsx'
import { notYours } from '#shop/orders/order-errors.ts'
import { customerActor, setItemStatus } from '#shop/orders/orders.store.server.ts'
import { creditWhatIsNotDue } from '#shop/tax-documents/credit-what-is-not-due.server.ts'
import { invoiceCustomCake } from '#shop/tax-documents/issue-invoice.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { quoteAcceptedMail, quoteAnsweredMail } from './quote-mails.server.tsx'
import { closedQuoteErrors, quoteStatusAt } from './quote-status.ts'
import type { QuoteAnswer } from './quotes.endpoints.ts'
import { closeQuotes, type LockedQuote, lockQuote } from './quotes.store.server.ts'
import { refundIfNothingIsMade, releaseWork } from './release-work.server.ts'

export interface AnswerQuoteDeps {
  db: Database
  jobs: Jobs
  clock: Clock
  shop: ShopDetails
}

const outcomes = { accept: 'accepted', decline: 'declined' } as const
const actions = { accept: 'accept-quote', decline: 'decline-quote' } as const

interface QuoteAnswerBy {
  quoteId: string
  answer: QuoteAnswer
  /** The signed-in caller, or 'link' for anyone who has the quote's link. */
  by: Caller | 'link'
}

/**
 * Accepts or declines an open quote for its customer, and mails customer and shop. The same answer again changes nothing.
 *
 * @throws AppError forbidden for another's quote and for none, not_found (by link), conflict when it can no longer be
 *   answered so
 */
export async function answerQuote(
  deps: AnswerQuoteDeps,
  { quoteId, answer, by }: QuoteAnswerBy,
): Promise<'accepted' | 'declined'> {
  return deps.db.transaction(async (tx) => {
    const locked = await lockQuote(tx, quoteId)
    if (!locked) throw by === 'link' ? noSuchLink() : notYours()
    if (by !== 'link' && by.id !== locked.order.userId) throw notYours()

    const { quote, item } = locked
    const now = deps.clock.now()
    const status = quoteStatusAt(quote, { itemStatus: item.status, now })
    if (status === outcomes[answer]) return outcomes[answer]
    if (status !== 'open') throw new AppError('conflict', closedQuoteErrors[status])

    await applyAnswer(tx, locked, { answer, now })
    await recordAnswer(deps, tx, locked, { answer, by, now })
    await followItems(deps, tx, locked.order, 'shop')
    if (answer === 'accept') {
      await invoiceCustomCake(deps, tx, { row: locked.order, itemId: item.id, now })
      if (locked.order.waivedPaise > 0) {
        // What was waived before a first price was agreed is not credited yet: it was delivery.
        const of = ['delivery', 'surcharge']
        const reason = 'Waived by the shop'
        await creditWhatIsNotDue(tx, { orderId: locked.order.id, of, reason, now })
      }
    } else {
      await refundIfNothingIsMade(deps, tx, locked)
    }
    return outcomes[answer]
  })
}

async function applyAnswer(
  tx: Database,
  { order, quote, item }: LockedQuote,
  { answer, now }: { answer: QuoteAnswer; now: Date },
) {
  const status = outcomes[answer]
  const agreedPaise = answer === 'accept' ? quote.pricePaise : undefined
  await closeQuotes(tx, [item.id], { status, at: now })
  await setItemStatus(tx, [item.id], status, { agreedPaise })
  if (answer === 'decline') await releaseWork(tx, { order, item })
}

async function recordAnswer(
  deps: AnswerQuoteDeps,
  tx: Database,
  { order, item, quote }: LockedQuote,
  { answer, by, now }: Pick<QuoteAnswerBy, 'answer' | 'by'> & { now: Date },
) {
  const { pricePaise } = quote
  await recordAudit(tx, {
    at: now,
    by: by === 'link' ? customerActor(order) : by,
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
  const about = { orderId: order.id, quoteId: quote.id }
  await queueMail(deps, tx, quoteAnsweredMail, about)
  if (answer === 'decline') return
  await queueMail(deps, tx, quoteAcceptedMail, about)
  await queueRecipientAwaitsMail(deps, tx, order)
}

/** The same for every link that we did not sign. */
export function noSuchLink(): AppError {
  return new AppError(
    'not_found',
    'This link does not work. Please open it again from our email, or answer in View Orders.',
  )
}
