import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { dayMs } from '#platform/durations.ts'
import type { TokenSigner } from '#platform/secrets.server.ts'
import { firstNameOf } from '#shop/orders/customer-text.ts'
import { awaitsPrice } from '#shop/orders/item-status.ts'
import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { cashBreakdown } from '#shop/orders/order-money.ts'
import { findPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { toRupees } from '#shop/values/money.ts'
import { type QuoteStatus, quoteStatusAt } from './quote-status.ts'
import { findQuote } from './quotes.store.server.ts'

/**
 * What the page behind a quote's link shows: whoever has the link reads it, so of the customer there is nothing but the
 * first name. Amounts in rupees, instants in ISO 8601.
 */
export interface QuoteToAnswer {
  quoteId: string
  orderNumber: number
  firstName: string
  item: Pick<OrderItem, 'name' | 'flavour' | 'wt' | 'egg' | 'amount' | 'bname' | 'detail' | 'image'>
  /** For one cake. */
  price: number
  /** For all of this line. */
  total: number
  /** All that is known to be due in cash once this price is accepted: with other agreed prices and the order's share. */
  totalDueInCash: number
  /** Of it: other customised cakes whose prices are agreed. */
  otherCakes: number
  /** Of it: shipping; nothing where the card has paid it. */
  shipping: number
  /** What of all that is due no more. */
  waived: number
  /** Of the order, what the card has paid and is therefore not due. */
  paidByCard: number
  /** Whether another cake of the order waits for its price, so that more may be due. */
  awaitsOtherPrices: boolean
  /** When the order is to be delivered. */
  deliveryTime: string
  slot?: Order['slot']
  pickup?: Order['pickup']
  answerBy: string
  status: QuoteStatus
}

interface FindQuoteDeps {
  db: Database
  clock: Clock
  quoteTokens: TokenSigner
}

/** How long after the delivery a quote's link still shows what it was about. */
const linkLivesMs = 7 * dayMs

/** The quote of a link's token; null for a token that we did not sign, and a week after the delivery. Changes nothing. */
export async function findQuoteToAnswer(
  { db, clock, quoteTokens }: FindQuoteDeps,
  token: string,
): Promise<QuoteToAnswer | null> {
  const quoteId = quoteTokens.read(token)
  const quote = quoteId ? await findQuote(db, quoteId) : null
  const order = quote ? await findPlacedOrder(db, quote.orderId) : null
  const item = order?.order.find(({ id }) => id === quote?.itemId)
  if (!quote || !order || !item) return null
  if (clock.now().getTime() > new Date(order.time).getTime() + linkLivesMs) return null

  const total = quote.pricePaise * item.amount
  const cash = cashBreakdown(order, item, total)
  return {
    quoteId: quote.id,
    orderNumber: order.number,
    firstName: firstNameOf(order.user.name),
    item: shownOf(item),
    price: toRupees(quote.pricePaise),
    total: toRupees(total),
    totalDueInCash: toRupees(cash.total),
    otherCakes: toRupees(cash.otherCakes),
    shipping: toRupees(cash.shipping),
    waived: toRupees(cash.waived),
    paidByCard: order.paidByCard,
    awaitsOtherPrices: order.order.some(
      (other) => other !== item && awaitsPrice(other.isConfirmed, other),
    ),
    deliveryTime: order.time,
    slot: order.slot,
    pickup: order.pickup,
    answerBy: quote.answerBy.toISOString(),
    status: quoteStatusAt(quote, { itemStatus: item.isConfirmed, now: clock.now() }),
  }
}

function shownOf({ name, flavour, wt, egg, amount, bname, detail, image }: OrderItem) {
  return { name, flavour, wt, egg, amount, bname, detail, image }
}
