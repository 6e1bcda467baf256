import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { may } from '#shop/accounts/permissions.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { moveItems } from '#shop/handling/items/move-items.server.ts'
import { notMade } from '#shop/handling/items/not-made.ts'
import { queueRecipientAwaitsMail } from '#shop/handling/mails/move-mails.server.tsx'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import type { Order } from '#shop/orders/order.ts'
import { notYours } from '#shop/orders/order-rules.ts'
import { customerActor } from '#shop/orders/orders.store.server.ts'
import { closedQuoteErrors, quoteStatusAt } from '#shop/orders/quotes/quote-status.ts'
import { type LockedQuote, lockQuote } from '#shop/orders/quotes/quotes.store.server.ts'
import type { quoteAcceptedMail, quoteAnsweredMail } from './quote-mails.server.ts'
import { quotePayment } from './quote-payment.server.ts'
import type { QuoteAnswer } from './quotes.endpoints.ts'
import { takeQuotedWork } from './take-quoted-work.server.ts'

const outcomes = { accept: 'accepted', decline: 'declined' } as const
const actions = { accept: 'accept-quote', decline: 'decline-quote' } as const

interface QuoteAnswerBy {
  quoteId: string
  answer: QuoteAnswer
  /** The signed-in caller, or 'link' for anyone with the quote's link. */
  by: Caller | 'link'
}

/**
 * Accepts or declines an open quote, and mails customer and shop. The first cake that is accepted takes the order's place
 * in its slot. The same answer again changes nothing.
 *
 * @returns 'payment' if the quote is accepted by paying for it: then nothing was changed
 * @throws AppError forbidden for another customer's quote and for an unknown one, not_found (by link), conflict when it
 *   can no longer be answered so, or its slot has no room
 */
export async function answerQuote(
  context: AppContext,
  { quoteId, answer, by }: QuoteAnswerBy,
): Promise<'accepted' | 'declined' | 'payment'> {
  return context.db.transaction(async (tx) => {
    const locked = await lockQuote(tx, quoteId)
    if (!locked) throw by === 'link' ? noSuchLink() : notYours()
    if (by !== 'link' && !mayAnswer(locked.order, by)) throw notYours()

    const { quote, item } = locked
    const now = context.clock.now()
    if (quoteStatusAt(quote, { itemStatus: item.status, now }) === outcomes[answer])
      return outcomes[answer]
    requireOpen(locked, now)

    if (answer === 'accept') {
      const { requiredPaise } = await quotePayment(context, tx, locked)
      if (requiredPaise > 0) return 'payment'
      await acceptQuote(context, tx, locked, by)
    } else {
      await applyAnswer(context, tx, locked, { answer, by, now })
    }
    return outcomes[answer]
  })
}

/** Staff answer for callers, of whom there may be no email. */
const mayAnswer = ({ userId, takenBy }: Order, { id, role }: Caller) =>
  id === userId || (takenBy !== null && may(role, 'edit-orders'))

/** @throws AppError conflict for a quote that can no longer be answered */
export function requireOpen({ quote, item }: LockedQuote, now: Date) {
  const status = quoteStatusAt(quote, { itemStatus: item.status, now })
  if (status !== 'open') throw new AppError('conflict', closedQuoteErrors[status])
}

/**
 * Accepts an open quote in the caller's transaction.
 *
 * @throws AppError conflict if its slot has no room
 */
async function acceptQuote(
  context: AppContext,
  tx: Database,
  locked: LockedQuote,
  by: Caller | 'link',
) {
  const now = context.clock.now()
  await takeQuotedWork(context, tx, { ...locked, now })
  await applyAnswer(context, tx, locked, { answer: 'accept', by, now })
}

/** Accepts what was paid for. @throws AppError conflict if it can no longer be accepted, or its slot has no room */
export async function acceptPaidQuote(shop: AppContext, tx: Database, quoteId: string) {
  const locked = await lockQuote(tx, quoteId)
  if (!locked) throw noSuchLink()
  requireOpen(locked, shop.clock.now())
  await acceptQuote(shop, tx, locked, 'link')
}

/** Records the answer, mails it and moves the item. */
async function applyAnswer(
  context: AppContext,
  tx: Database,
  { order, item, quote }: LockedQuote,
  { answer, by, now }: Pick<QuoteAnswerBy, 'answer' | 'by'> & { now: Date },
) {
  const { pricePaise } = quote
  await recordAudit(tx, {
    at: now,
    by: by === 'link' ? customerActor(order) : by,
    action: actions[answer],
    orderId: order.id,
    before: { item: item.id, status: item.status, pricePaise },
    after: {
      item: item.id,
      status: outcomes[answer],
      pricePaise,
      ...(by === 'link' && { byLink: true }),
    },
  })
  const about = { orderId: order.id, quoteId: quote.id }
  await queueMail<typeof quoteAnsweredMail>(context, tx, 'quote-answered', quote.id, about)
  if (answer === 'accept') {
    await queueMail<typeof quoteAcceptedMail>(context, tx, 'quote-accepted', quote.id, about)
    await queueRecipientAwaitsMail(context, tx, order)
  }
  await moveItems(context, tx, order, {
    action: answer,
    itemIds: [item.id],
    by: 'shop',
    event: `${answer}-${quote.id}`,
    ...(answer === 'accept' ? { agreedPaise: pricePaise } : notMade(item)),
  })
}

/** The same error for every link that we did not sign. */
export function noSuchLink(): AppError {
  return new AppError(
    'not_found',
    'This link does not work. Please open it again from our email, or answer in View Orders.',
  )
}
