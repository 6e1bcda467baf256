import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { declareMail, type MailContent } from '#shop/mails/mail-kind.server.ts'
import { icedItemPictures } from '#shop/orders/mails/item-pictures.server.ts'
import { findOrderForMail, trackLinkOf } from '#shop/orders/mails/order-mail.server.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { findQuote } from '#shop/orders/quotes/quotes.store.server.ts'
import { quotePath } from './find-quote.server.ts'
import {
  type CakeMail,
  itemRejectedContent,
  quoteAcceptedContent,
  quoteAnsweredContent,
  quoteContent,
  quoteExpiredContent,
} from './quote.mail.tsx'
import { quotePayment } from './quote-payment.server.ts'

const aboutQuote = z.object({ orderId: z.uuid(), quoteId: z.uuid() })

/** To the customer: the price, the design and the link to answer. Not sent if the quote is no longer open. */
export const quoteMail = declareMail({
  name: 'quote',
  cause: 'shop',
  data: aboutQuote,
  async write(context, data) {
    const { order, item, quote } = await readQuote(context.db, data)
    if (quote.status !== 'open') return null
    const link = `${context.shop.publicUrl}${quotePath(context, quote.id)}`
    const { requiredPaise } = await quotePayment(context, context.db, { order, item, quote })
    return withDesign(context, order, item, (cake) =>
      quoteContent({ ...cake, quote, link, requiredPaise }),
    )
  },
})

/** To the customer: the price is agreed, with the total due in cash. Not sent if it is no longer agreed. */
export const quoteAcceptedMail = declareMail({
  name: 'quote-accepted',
  cause: 'recipient',
  data: aboutQuote,
  async write(context, data) {
    const { order, item, quote } = await readQuote(context.db, data)
    if (quote.status !== 'accepted' || item.status === 'cancelled') return null
    return withDesign(context, order, item, quoteAcceptedContent)
  },
})

/** To the customer: the time to answer is over. */
export const quoteExpiredMail = declareMail({
  name: 'quote-expired',
  cause: 'shop',
  data: aboutQuote,
  async write(context, data) {
    const { order, item, quote } = await readQuote(context.db, data)
    if (item.status !== 'expired') return null
    return withDesign(context, order, item, (cake) => quoteExpiredContent({ ...cake, quote }))
  },
})

/** To the shop: the quote was accepted or declined, or was not answered in time. */
export const quoteAnsweredMail = declareMail({
  name: 'quote-answered',
  cause: 'shop',
  data: aboutQuote,
  async write({ db, shop }, data) {
    const { order, item, quote } = await readQuote(db, data)
    const { status: outcome, pricePaise } = quote
    if (outcome !== 'accepted' && outcome !== 'declined' && outcome !== 'expired') return null
    return quoteAnsweredContent({ order, item, shop, outcome, pricePaise })
  },
})

/** To the customer: the baker cannot make the cake, and why. */
export const itemRejectedMail = declareMail({
  name: 'item-rejected',
  cause: 'shop',
  data: z.object({ orderId: z.uuid(), itemId: z.uuid() }),
  async write(context, { orderId, itemId }) {
    const order = await findOrderForMail(context.db, orderId)
    const item = order.items.find(({ id }) => id === itemId)
    if (item?.status !== 'rejected') return null
    return withDesign(context, order, item, itemRejectedContent)
  },
})

/** Throws if one of them is missing: that is a bug. */
async function readQuote(db: Database, { orderId, quoteId }: z.output<typeof aboutQuote>) {
  const order = await findOrderForMail(db, orderId)
  const quote = await findQuote(db, quoteId)
  const item = order.items.find(({ id }) => id === quote?.itemId)
  if (!quote || !item) throw new Error(`no quote ${quoteId} in order ${orderId} to write about`)
  return { order, item, quote }
}

async function withDesign(
  context: AppContext,
  order: Order,
  item: OrderItem,
  write: (cake: CakeMail) => MailContent,
): Promise<MailContent> {
  const { files, shop } = context
  const pictures = [...(await icedItemPictures(files, [item])).values()]
  const [cid, trackLink] = [pictures[0]?.cid ?? null, await trackLinkOf(context, order)]
  return { ...write({ order, item, shop, cid, trackLink }), pictures }
}
