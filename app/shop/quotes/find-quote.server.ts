import type { AppContext } from '#app/context.server.ts'
import { dayMs } from '#platform/durations.ts'
import { awaitsPrice } from '#shop/orders/item-status.ts'
import { quotedAmounts } from '#shop/orders/money/order-money.ts'
import { findPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { quoteStatusAt } from '#shop/orders/quotes/quote-status.ts'
import { findQuote } from '#shop/orders/quotes/quotes.store.server.ts'
import { firstNameOf } from '#shop/values/typed/person-name.ts'
import { quotePayment } from './quote-payment.server.ts'
import type { QuoteToAnswer } from './quote-to-answer.ts'

/** After the delivery a quote's link works for this long. */
const linkLivesMs = 7 * dayMs

/** The page that answers a quote, for whoever has this path. */
export function quotePath({ quoteTokens }: Pick<AppContext, 'quoteTokens'>, quoteId: string) {
  return `/quote?token=${encodeURIComponent(quoteTokens.sign(quoteId))}`
}

/** Null for a token that we did not sign, and a week after the delivery. Changes nothing. */
export async function findQuoteToAnswer(
  shop: AppContext,
  token: string,
): Promise<QuoteToAnswer | null> {
  const { db, clock, quoteTokens } = shop
  const quoteId = quoteTokens.read(token)
  const quote = quoteId ? await findQuote(db, quoteId) : null
  const order = quote ? await findPlacedOrder(db, quote.orderId) : null
  const item = order?.items.find(({ id }) => id === quote?.itemId)
  if (!quote || !order || !item) return null
  const { deliveryAt, slotStartsAt, slotEndsAt, isPickup } = order
  if (clock.now().getTime() > deliveryAt.getTime() + linkLivesMs) return null
  const { name, flavour, wt, egg, amount, bname, detail, image } = item
  return {
    quoteId: quote.id,
    orderNumber: order.number,
    firstName: firstNameOf(order.customerName),
    item: { name, flavour, wt, egg, amount, bname, detail, image },
    pricePaise: quote.pricePaise,
    amounts: quotedAmounts(order, item, quote.pricePaise * amount),
    awaitsOtherPrices: order.items.some((other) => other !== item && awaitsPrice(other)),
    deliveryAt,
    slotStartsAt,
    slotEndsAt,
    isPickup,
    answerBy: quote.answerBy,
    status: quoteStatusAt(quote, { itemStatus: item.status, now: clock.now() }),
    payment: await quotePayment(shop, db, { order, item, quote }),
  }
}
