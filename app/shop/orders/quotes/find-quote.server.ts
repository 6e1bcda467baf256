import type { AppContext } from '#app/context.server.ts'
import { dayMs } from '#platform/durations.ts'
import type { Paise } from '#shop/values/money.ts'
import { firstNameOf } from '#shop/values/person-name.ts'
import type { DeliveryTime } from '../delivery/delivery-text.ts'
import { awaitsPrice } from '../item-status.ts'
import { paidOnlinePaise } from '../money/ledger.ts'
import { type CashBreakdown, cashBreakdown } from '../money/order-money.ts'
import type { Order, OrderItem } from '../order.ts'
import { findPlacedOrder } from '../orders.store.server.ts'
import { type QuoteStatus, quoteStatusAt } from './quote-status.ts'
import { findQuote } from './quotes.store.server.ts'

/**
 * What the page behind a quote's link shows: whoever has the link reads it, so of the customer there is nothing but the
 * first name.
 */
export interface QuoteToAnswer extends DeliveryTime, Pick<Order, 'isPickup'> {
  quoteId: string
  orderNumber: number
  firstName: string
  item: Pick<OrderItem, 'name' | 'flavour' | 'wt' | 'egg' | 'amount' | 'bname' | 'detail' | 'image'>
  /** For one cake. */
  pricePaise: Paise
  /** All that is known to be due in cash once this price is accepted. */
  cash: CashBreakdown
  /** Of the order, what the card has paid and is therefore not due. */
  paidOnlinePaise: Paise
  /** Whether another cake of the order waits for its price, so that more may be due. */
  awaitsOtherPrices: boolean
  answerBy: Date
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
    cash: cashBreakdown(order, item, quote.pricePaise * amount),
    paidOnlinePaise: paidOnlinePaise(order),
    awaitsOtherPrices: order.items.some((other) => other !== item && awaitsPrice(other)),
    deliveryAt,
    slotStartsAt,
    slotEndsAt,
    isPickup,
    answerBy: quote.answerBy,
    status: quoteStatusAt(quote, { itemStatus: item.status, now: clock.now() }),
  }
}
