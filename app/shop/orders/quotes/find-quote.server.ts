import type { AppContext } from '#app/context.server.ts'
import { dayMs } from '#platform/durations.ts'
import { toRupees } from '#shop/values/money.ts'
import { toApiOrder } from '../api/api-order.ts'
import { firstNameOf } from '../customer-text.ts'
import { awaitsPrice } from '../item-status.ts'
import { cashBreakdown } from '../money/order-money.ts'
import type { Order, OrderItem } from '../order.schema.ts'
import { findPlacedOrder } from '../orders.store.server.ts'
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

/** How long after the delivery a quote's link still shows what it was about. */
const linkLivesMs = 7 * dayMs

/** The quote of a link's token; null for a token that we did not sign, and a week after the delivery. Changes nothing. */
export async function findQuoteToAnswer(
  { db, clock, quoteTokens }: Pick<AppContext, 'db' | 'clock' | 'quoteTokens'>,
  token: string,
): Promise<QuoteToAnswer | null> {
  const quoteId = quoteTokens.read(token)
  const quote = quoteId ? await findQuote(db, quoteId) : null
  const found = quote ? await findPlacedOrder(db, quote.orderId) : null
  const order = found && toApiOrder(found)
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
