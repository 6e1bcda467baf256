import type { ReactElement } from 'react'
import { z } from 'zod'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { TokenSigner } from '#platform/secrets.server.ts'
import {
  type ComposedMail,
  type MailComposer,
  type MailKind,
  mailComposer,
} from '#shop/mails/mail-kind.server.ts'
import {
  findOrderForMail,
  icedItemPictures,
  mailToCustomer,
} from '#shop/orders/mails/order-mails.server.tsx'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { formatInr } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import {
  type CakeMailProps,
  ItemRejectedMail,
  QuoteAcceptedMail,
  QuoteExpiredMail,
  QuoteMail,
} from './quote.mail.tsx'
import { QuoteAnsweredMail, type QuoteOutcome } from './quote-answered.mail.tsx'
import { findQuote, type QuoteRow } from './quotes.store.server.ts'

const aboutAQuote = z.object({ orderId: z.uuid(), quoteId: z.uuid() })
const aboutAnItem = z.object({ orderId: z.uuid(), itemId: z.uuid() })

function quoteMailKind(name: string, cause: MailKind['cause']) {
  return {
    name,
    cause,
    data: aboutAQuote,
    eventId: ({ quoteId }) => quoteId,
  } satisfies MailKind<typeof aboutAQuote>
}

/** To the customer: the price, the design and the link to answer. Not sent if the quote is no longer open. */
export const quoteMail = quoteMailKind('quote', 'anyone')

/** To the customer: the price is agreed, with all that is due in cash. */
export const quoteAcceptedMail = quoteMailKind('quote-accepted', 'recipient')

/** To the customer: the time to answer is over. */
export const quoteExpiredMail = quoteMailKind('quote-expired', 'anyone')

/** To the shop: the quote was accepted or declined, or was not answered in time. */
export const quoteAnsweredMail = quoteMailKind('quote-answered', 'shop')

/** To the customer: the baker cannot make the cake, and why. */
export const itemRejectedMail = {
  name: 'item-rejected',
  cause: 'anyone',
  data: aboutAnItem,
  eventId: ({ itemId }) => itemId,
} satisfies MailKind<typeof aboutAnItem>

interface QuoteMailDeps {
  db: Database
  files: FileStore
  shop: ShopDetails
  quoteTokens: TokenSigner
}

/** What a mail is about, as it stands when it is sent. */
interface Subject {
  order: Order
  item: OrderItem
}

/** Composes the mails about customised cakes. No mail is sent if the quote's status has changed since. */
export function quoteMailComposers(deps: QuoteMailDeps): MailComposer[] {
  return [
    mailComposer(quoteMail, (data) => composeQuoteMail(deps, data)),
    mailComposer(quoteAnsweredMail, (data) => composeAnsweredMail(deps, data)),
    composerForQuote(quoteAcceptedMail, deps, async ({ order, item, quote }) => {
      if (quote.status !== 'accepted' || item.isConfirmed === 'cancelled') return null
      const subject = `Quote accepted: order ${order.number}`
      return cakeMail(deps, { order, item }, subject, (cake) => <QuoteAcceptedMail {...cake} />)
    }),
    composerForQuote(quoteExpiredMail, deps, async ({ order, item, quote }) => {
      if (item.isConfirmed !== 'expired') return null
      const subject = `Your quote has expired: order ${order.number}`
      return cakeMail(deps, { order, item }, subject, (cake) => (
        <QuoteExpiredMail {...cake} quote={quote} />
      ))
    }),
    mailComposer(itemRejectedMail, async ({ orderId, itemId }) => {
      const order = await findOrderForMail(deps.db, orderId)
      const item = order.order.find(({ id }) => id === itemId)
      if (item?.isConfirmed !== 'rejected') return null
      const subject = `About your customised cake, order ${order.number}`
      return cakeMail(deps, { order, item }, subject, (cake) => <ItemRejectedMail {...cake} />)
    }),
  ]
}

type QuoteMailData = z.output<typeof quoteMail.data>

async function composeQuoteMail(deps: QuoteMailDeps, data: QuoteMailData) {
  const { order, item, quote } = await readQuote(deps.db, data)
  if (quote.status !== 'open') return null
  const token = deps.quoteTokens.sign(quote.id)
  const link = `${deps.shop.publicUrl}/quote?token=${encodeURIComponent(token)}`
  const subject = `Your quote is ready: order ${order.number}`
  return cakeMail(deps, { order, item }, subject, (cake) => (
    <QuoteMail {...cake} quote={quote} link={link} />
  ))
}

async function composeAnsweredMail(
  deps: QuoteMailDeps,
  data: QuoteMailData,
): Promise<ComposedMail | null> {
  const { order, item, quote } = await readQuote(deps.db, data)
  const { shop } = deps
  const outcome = readOutcome(quote)
  if (!outcome) return null
  const about = { order, item, shop, outcome, pricePaise: quote.pricePaise }
  return {
    to: shop.email,
    replyTo: order.user.email,
    subject: `Order ${order.number}: ${formatInr(quote.pricePaise)} ${outcomeWords[outcome]}`,
    mail: <QuoteAnsweredMail {...about} />,
  }
}

const outcomeWords: Record<QuoteOutcome, string> = {
  accepted: 'accepted',
  declined: 'declined',
  expired: 'not answered in time',
}

function readOutcome({ status }: QuoteRow): QuoteOutcome | null {
  return status === 'accepted' || status === 'declined' || status === 'expired' ? status : null
}

function composerForQuote(
  kind: MailKind<typeof quoteMail.data>,
  { db }: QuoteMailDeps,
  compose: (subject: Subject & { quote: QuoteRow }) => Promise<ComposedMail | null>,
): MailComposer {
  return mailComposer(kind, async (data) => compose(await readQuote(db, data)))
}

/** A quote with its item and order; that one of them is missing is a bug. */
async function readQuote(db: Database, { orderId, quoteId }: QuoteMailData) {
  const order = await findOrderForMail(db, orderId)
  const quote = await findQuote(db, quoteId)
  const item = order.order.find(({ id }) => id === quote?.itemId)
  if (!quote || !item) throw new Error(`no quote ${quoteId} in order ${orderId} to write about`)
  return { order, item, quote }
}

/** A mail to the customer, with the picture of the design. */
async function cakeMail(
  { files, shop }: QuoteMailDeps,
  { order, item }: Subject,
  subject: string,
  write: (cake: CakeMailProps) => ReactElement,
): Promise<ComposedMail> {
  const pictures = [...(await icedItemPictures(files, [item])).values()]
  const mail = write({ order, item, shop, cid: pictures[0]?.cid ?? null })
  return { ...mailToCustomer(order, subject, mail), replyTo: shop.email, pictures }
}
