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
import { type QuotePayment, quotePayment } from './quote-payment.server.ts'
import { type QuoteStatus, quoteStatusAt } from './quote-status.ts'
import { findQuote } from './quotes.store.server.ts'

/** Anyone with the quote's link reads this, so it has only the first name of the customer. */
export interface QuoteToAnswer extends DeliveryTime, Pick<Order, 'isPickup'> {
  quoteId: string
  orderNumber: number
  firstName: string
  item: Pick<OrderItem, 'name' | 'flavour' | 'wt' | 'egg' | 'amount' | 'bname' | 'detail' | 'image'>
  /** For one cake. */
  pricePaise: Paise
  /** The known total due in cash if this price is accepted. */
  cash: CashBreakdown
  /** The part of the order paid online, which is not due. */
  paidOnlinePaise: Paise
  /** Whether another cake of the order awaits its price, so that more may be due. */
  awaitsOtherPrices: boolean
  answerBy: Date
  status: QuoteStatus
  /** What is paid online to accept it. */
  payment: QuotePayment
}

/** After the delivery a quote's link works for this long. */
const linkLivesMs = 7 * dayMs

/** The page that answers a quote, for whoever has this path. */
export function quotePath({ quoteTokens }: Pick<AppContext, 'quoteTokens'>, quoteId: string) {
  return `/quote?token=${encodeURIComponent(quoteTokens.sign(quoteId))}`
}

/** Null for a token that we did not sign, and a week after the delivery. Changes nothing. */
export async function findQuoteToAnswer(
  deps: Pick<AppContext, 'db' | 'clock' | 'quoteTokens' | 'shop' | 'deliveryPlan'>,
  token: string,
): Promise<QuoteToAnswer | null> {
  const { db, clock, quoteTokens } = deps
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
    payment: await quotePayment(deps, db, { order, item, quote }),
  }
}
