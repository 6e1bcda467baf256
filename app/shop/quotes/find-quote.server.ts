import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { firstNameOf } from '#shop/orders/first-name.ts'
import { awaitsPrice } from '#shop/orders/item-status.ts'
import type { OrderItem } from '#shop/orders/order.schema.ts'
import { findPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { toRupees } from '#shop/values/money.ts'
import { cashDue } from './cash-due.ts'
import { quoteStatusAt } from './quote-status-at.ts'
import type { QuoteToAnswer } from './quote-to-answer.ts'
import type { QuoteTokens } from './quote-tokens.server.ts'
import { findQuote } from './quotes.store.server.ts'

interface FindQuoteDeps {
  db: Database
  clock: Clock
  quoteTokens: QuoteTokens
}

/** How long after the delivery an offer's link still shows what it was about. */
const linkLivesMs = 7 * 24 * 60 * 60_000

/** The offer of a link's token; null for a token that we did not sign, and a week after the delivery. Changes nothing. */
export async function findQuoteToAnswer(
  { db, clock, quoteTokens }: FindQuoteDeps,
  token: string,
): Promise<QuoteToAnswer | null> {
  const quoteId = quoteTokens.read(token)
  const offer = quoteId ? await findQuote(db, quoteId) : null
  const order = offer ? await findPlacedOrder(db, offer.orderId) : null
  const item = order?.order.find(({ id }) => id === offer?.itemId)
  if (!offer || !order || !item) return null
  if (clock.now().getTime() > new Date(order.time).getTime() + linkLivesMs) return null

  const total = offer.pricePaise * item.amount
  const cash = cashDue(order, item, total)
  return {
    quoteId: offer.id,
    orderNumber: order.number,
    firstName: firstNameOf(order.user.name),
    item: shownOf(item),
    price: toRupees(offer.pricePaise),
    total: toRupees(total),
    totalDueInCash: toRupees(cash.total),
    otherCakes: toRupees(cash.otherCakes),
    shipping: toRupees(cash.shipping),
    paidByCard: order.paidByCard,
    awaitsOtherPrices: order.order.some(
      (other) => other !== item && awaitsPrice(other.isConfirmed, other),
    ),
    deliveryTime: order.time,
    answerBy: offer.answerBy.toISOString(),
    status: quoteStatusAt(offer, { itemStatus: item.isConfirmed, now: clock.now() }),
  }
}

function shownOf({ name, flavour, wt, amount, bname, detail, image }: OrderItem) {
  return { name, flavour, wt, amount, bname, detail, image }
}
