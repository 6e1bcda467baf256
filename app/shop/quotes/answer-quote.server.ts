import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { requireSession } from '#platform/http/api-guards.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { handles, type JobHandler, scheduledJob } from '#platform/jobs/job.server.ts'
import { may } from '#shop/accounts/permissions.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { moveItems, notMade } from '#shop/handling/items/move-items.server.ts'
import { queueRecipientAwaitsMail } from '#shop/handling/mails/move-mails.server.tsx'
import { queueMail } from '#shop/mails/mail-kind.server.ts'
import { isOverdue, type QuoteStatus, quoteStatusAt } from '#shop/orders/item-status.ts'
import { orderOrLink, requireTracked } from '#shop/orders/links/tracking-link.server.ts'
import { openPayment } from '#shop/orders/money/ledger.store.server.ts'
import { payUntil } from '#shop/orders/money/ledger.ts'
import type { Order } from '#shop/orders/order.ts'
import { notYours } from '#shop/orders/order-rules.ts'
import { customerActor } from '#shop/orders/orders.store.server.ts'
import {
  type LockedQuote,
  lockQuote,
  overdueQuotes,
} from '#shop/orders/quotes/quotes.store.server.ts'
import { paidNow, quotePath, quotePayment } from './find-quote.server.ts'
import { requireQuotedRoom, takeQuotedWork } from './quote-price.server.ts'

const answer = z.enum(['accept', 'decline'], "must be 'accept' or 'decline'")

export type QuoteAnswer = z.infer<typeof answer>

const answered = z.object({
  message: z.string(),
  status: z
    .enum(['accepted', 'declined', 'payment'])
    .describe(
      '`payment`: nothing is changed yet, the quote is accepted by paying, which `link` leads to',
    ),
  link: z
    .string()
    .optional()
    .describe('A path, where it is to be paid first: the page of the quote'),
})

const answerQuoteByLinkEndpoint = endpoint({
  method: 'POST',
  path: '/quotes/answer',
  tag: 'Customised cakes',
  summary: 'Answer the price of a customised cake by its link',
  description:
    'Whoever has the link of the mail may answer, without logging in. The same answer again changes nothing; 409 when the quote was answered otherwise, replaced, withdrawn or not answered in time.',
  access: 'anyone',
  body: z.object({ token: z.string().max(200).describe('The token in the link'), answer }),
  response: answered,
  problems: [404, 409],
})

const answerQuoteEndpoint = endpoint({
  method: 'POST',
  path: '/orders/answerQuote',
  tag: 'Customised cakes',
  summary: 'Answer the price of a customised cake',
  description:
    'For the customer of the order, with a session or the `token` of its sender’s link, and for staff of one that staff took. As by the link of the mail: the same answer again changes nothing, 409 when it cannot be answered so. 404 for every link that does not work.',
  access: 'link',
  body: z.object({
    quote: z.uuid('There is no such quote'),
    token: orderOrLink.token,
    answer,
  }),
  response: answered,
  problems: [403, 404, 409],
})

export type AnswerQuote = typeof answerQuoteEndpoint
export type AnswerQuoteByLink = typeof answerQuoteByLinkEndpoint

export function serveQuotes(api: Api, shop: AppContext) {
  api.serve(answerQuoteByLinkEndpoint, async ({ body }, { address }) => {
    await shop.limiter.attempt('answer-quote', address)
    const quoteId = shop.quoteTokens.read(body.token)
    if (!quoteId) throw noSuchLink()
    return answerQuote(shop, { quoteId, answer: body.answer, by: 'link' })
  })

  api.serve(answerQuoteEndpoint, async ({ body: { quote, token, answer } }, { caller }) => {
    const tracked = token === undefined ? null : await requireTracked(shop, token, 'sender')
    const by = tracked ? customerActor(tracked.order) : requireSession(caller)
    return answerQuote(shop, { quoteId: quote, answer, by, orderId: tracked?.order.id })
  })
}

const messages = {
  payment: 'Please pay to accept the quote.',
  accepted: 'Thank you! You’ve accepted the quote. We’ll bake your cake.',
  declined: 'You’ve declined the quote. We won’t bake this cake, and you pay nothing for it.',
}

const outcomes = { accept: 'accepted', decline: 'declined', expire: 'expired' } as const

/**
 * Accepts or declines an open quote, and mails customer and shop. The first cake that is accepted takes the order's place
 * in its slot. The same answer again changes nothing. A quote that is accepted by paying for it is not changed.
 *
 * @param by the customer or colleague, or 'link' for anyone with the quote's link
 * @param orderId set for the link of an order, which is for no other
 * @throws AppError forbidden for another customer's quote and for an unknown one, not_found (by link), conflict when it
 *   can no longer be answered so, or its slot has no room
 */
async function answerQuote(
  shop: AppContext,
  {
    quoteId,
    answer,
    by,
    orderId,
  }: { quoteId: string; answer: QuoteAnswer; by: Caller | 'link'; orderId?: string },
): Promise<z.input<typeof answered>> {
  const status = outcomes[answer]
  return shop.db.transaction(async (tx) => {
    const locked = await lockQuote(tx, quoteId)
    if (!locked) throw by === 'link' ? noSuchLink() : notYours()
    const isOfLink = orderId === undefined || locked.order.id === orderId
    if (by !== 'link' && !(isOfLink && mayAnswer(locked.order, by))) throw notYours()

    const { quote, item } = locked
    const now = shop.clock.now()
    if (quoteStatusAt(quote, { itemStatus: item.status, now }) !== status) {
      requireOpen(locked, now)
      const isPaidFirst =
        answer === 'accept' && (await quotePayment(shop, tx, locked)).requiredPaise > 0
      if (isPaidFirst)
        return { message: messages.payment, status: 'payment', link: quotePath(shop, quoteId) }
      if (answer === 'accept') await acceptQuote(shop, tx, locked, by)
      else await endQuote(shop, tx, locked, { answer, by })
    }
    return { message: messages[status], status }
  })
}

/** Staff answer for callers, of whom there may be no email. */
const mayAnswer = ({ userId, takenBy }: Order, { id, role }: Caller) =>
  id === userId || (takenBy !== null && may(role, 'edit-orders'))

/** Sentences to the customer. */
const closedQuoteErrors: Record<Exclude<QuoteStatus, 'open'>, string> = {
  accepted:
    'You have already accepted this quote. Call us if you want to change that and we will help.',
  declined: 'You have already declined this quote. Call us if you have changed your mind.',
  replaced: 'We have sent you a newer quote. Please answer that one.',
  expired: 'The time to answer this quote is over. Call us and we will help.',
  withdrawn: 'This order is cancelled, so its quote can no longer be answered.',
}

/** @throws AppError conflict for a quote that can no longer be answered */
function requireOpen({ quote, item }: LockedQuote, now: Date) {
  const status = quoteStatusAt(quote, { itemStatus: item.status, now })
  if (status !== 'open') throw new AppError('conflict', closedQuoteErrors[status])
}

/**
 * Accepts an open quote in the caller's transaction.
 *
 * @throws AppError conflict if its slot has no room
 */
async function acceptQuote(
  shop: AppContext,
  tx: Database,
  locked: LockedQuote,
  by: Caller | 'link',
) {
  await takeQuotedWork(shop, tx, locked)
  await endQuote(shop, tx, locked, { answer: 'accept', by })
}

/**
 * The payment that accepts a quote; null if it costs nothing now.
 *
 * @throws AppError conflict if it is closed or has no room
 */
export function openQuotePayment(shop: AppContext, quoteId: string, all: boolean) {
  return shop.db.transaction(async (tx) => {
    const locked = await lockQuote(tx, quoteId)
    if (!locked) throw noSuchLink()
    const { order, quote } = locked
    const now = shop.clock.now()
    requireOpen(locked, now)
    await requireQuotedRoom(shop, tx, locked)
    const paise = paidNow(await quotePayment(shop, tx, locked), all)
    if (paise === 0) return null
    const buys = { kind: 'quote', quoteId } as const
    const { name: provider } = shop.payments.active
    const payment = await openPayment(tx, order, { paise, provider, buys, now })
    const until = new Date(Math.min(payUntil(payment).getTime(), quote.answerBy.getTime()))
    return { payment, until }
  })
}

/** Accepts what was paid for. @throws AppError conflict if it can no longer be accepted, or its slot has no room */
export async function acceptPaidQuote(shop: AppContext, tx: Database, quoteId: string) {
  const locked = await lockQuote(tx, quoteId)
  if (!locked) throw noSuchLink()
  requireOpen(locked, shop.clock.now())
  await acceptQuote(shop, tx, locked, 'link')
}

/** Records how a quote ends, mails it and moves the item, which closes the quote. */
async function endQuote(
  shop: AppContext,
  tx: Database,
  { order, item, quote }: LockedQuote,
  { answer, by }: { answer: QuoteAnswer | 'expire'; by: Caller | 'link' | 'shop' },
) {
  const { pricePaise } = quote
  await recordAudit(tx, {
    at: shop.clock.now(),
    by: by === 'link' ? customerActor(order) : by,
    action: `${answer}-quote`,
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
  await queueMail(shop, tx, 'quote-answered', quote.id, about)
  if (answer === 'expire') await queueMail(shop, tx, 'quote-expired', quote.id, about)
  if (answer === 'accept') {
    await queueMail(shop, tx, 'quote-accepted', quote.id, about)
    await queueRecipientAwaitsMail(shop, tx, order)
  }
  await moveItems(shop, tx, order, {
    action: answer,
    itemIds: [item.id],
    by: 'shop',
    event: `${answer}-${quote.id}`,
    ...(answer === 'accept' ? { agreedPaise: pricePaise } : notMade(item)),
  })
}

/** The same error for every link that we did not sign. */
function noSuchLink(): AppError {
  return new AppError(
    'not_found',
    'This link does not work. Please open it again from our email, or answer in View Orders.',
  )
}

const expireQuotesJob = scheduledJob('expire-quotes', '*/5 * * * *')

export function expireQuotesHandler(shop: AppContext): JobHandler {
  return handles(expireQuotesJob, () => expireQuotes(shop))
}

/** Quotes of one run; the others wait for the next. */
const batchSize = 200

/** Expires every overdue quote, each in its own transaction, and mails customer and shop. */
export async function expireQuotes(shop: AppContext) {
  for (const quoteId of await overdueQuotes(shop.db, shop.clock.now(), batchSize)) {
    try {
      await shop.db.transaction(async (tx) => {
        const locked = await lockQuote(tx, quoteId)
        if (!locked || !isOverdue(locked.quote, shop.clock.now())) return
        await endQuote(shop, tx, locked, { answer: 'expire', by: 'shop' })
      })
    } catch (error) {
      // A failure must not block the others.
      shop.log.error({ err: error, quoteId }, 'a quote could not be expired')
    }
  }
}
