import type { AppContext } from '#app/context.server.ts'
import { dayMs } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { deliveryWords } from '#shop/orders/delivery/delivery-text.ts'
import { awaitsPrice, quoteStatusAt } from '#shop/orders/item-status.ts'
import { whyPaidAhead } from '#shop/orders/money/cash-on-delivery.store.server.ts'
import { duePaise, netCharges } from '#shop/orders/money/ledger.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { findPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { findQuote, type QuoteRow } from '#shop/orders/quotes/quotes.store.server.ts'
import { formatInr, type Paise, sumPaise, toPaise } from '#shop/values/money.ts'
import { firstNameOf } from '#shop/values/typed/typed.schema.ts'

/** What an order costs if the line has this price, and what of it is due once the quote is accepted. */
export function quotedAmounts(order: Order, { id }: Pick<OrderItem, 'id'>, linePaise: Paise) {
  const others = netCharges(order).filter(({ itemId }) => itemId !== id)
  const otherCakesPaise = sumPaise(others.filter(({ line }) => line === 'item'))
  const shippingPaise = sumPaise(others.filter(({ line }) => line !== 'item'))
  const paidPaise = sumPaise(order.charges) - duePaise(order)
  return {
    otherCakesPaise,
    /** Delivery and surcharge. */
    shippingPaise,
    /** Less what went back. */
    paidPaise,
    duePaise: Math.max(0, linePaise + otherCakesPaise + shippingPaise - paidPaise),
  }
}

/** What the mail and the page of a quote show below the price of one cake, down to what the hand-over costs. */
export function quotedRows(
  order: Order,
  item: OrderItem,
  { linePaise, requiredPaise }: { linePaise: Paise; requiredPaise: Paise },
): { label: string; value: string; strong?: boolean }[] {
  const amounts = quotedAmounts(order, item, linePaise)
  const { otherCakesPaise, shippingPaise, paidPaise } = amounts
  const parts: [label: string, paise: Paise][] = [
    [`${item.amount} cakes`, item.amount > 1 ? linePaise : 0],
    ['Your other cakes', otherCakesPaise],
    ['Shipping', shippingPaise],
    ['Paid', -paidPaise],
    ['You pay online when you accept', -requiredPaise],
  ]
  const shown = parts.filter(([, paise]) => paise !== 0)
  return [
    ...shown.map(([label, paise]) => ({
      label,
      value: `${paise < 0 ? '− ' : ''}${formatInr(Math.abs(paise))}`,
    })),
    {
      label: `Due in cash ${deliveryWords(order).cash}`,
      value: formatInr(amounts.duePaise - requiredPaise),
      strong: true,
    },
  ]
}

/** What may be paid online to accept a quote. */
type QuotePayment = Awaited<ReturnType<typeof quotePayment>>

/** What is paid online before a quote counts as accepted: all, or a deposit. */
export async function quotePayment(
  shop: AppContext,
  db: Database,
  { order, item, quote }: { order: Order; item: OrderItem; quote: QuoteRow },
) {
  const { depositPercent } = shop.shop
  const linePaise = quote.pricePaise * item.amount
  const { duePaise: allPaise } = quotedAmounts(order, item, linePaise)
  const whyAhead = await whyPaidAhead(shop, db, order)
  const depositPaise = toPaise(Math.ceil((linePaise * depositPercent) / 100_00))
  const isAll = whyAhead !== null || depositPercent === 100
  return {
    /** What has to be paid; 0: all of it may be paid at the hand-over. */
    requiredPaise: isAll ? allPaise : Math.min(allPaise, depositPaise),
    /** Why all is paid online, as a sentence; null if it need not be. */
    whyAhead,
    /** All that the hand-over would cost. */
    allPaise,
  }
}

/** What is paid now, by the choice of whoever accepts: all of it where nothing is required. */
export function paidNow({ requiredPaise, allPaise }: QuotePayment, all: boolean): Paise {
  return all || requiredPaise === 0 ? allPaise : requiredPaise
}

/** What the page that accepts a quote by paying offers; null if it is closed or costs nothing now. */
export async function quoteToPay(
  shop: AppContext,
  { order, quote, all }: { order: Order; quote: QuoteRow; all: boolean },
) {
  const item = order.items.find(({ id }) => id === quote.itemId)
  const now = shop.clock.now()
  if (!item || quoteStatusAt(quote, { itemStatus: item.status, now }) !== 'open') return null
  const payment = await quotePayment(shop, shop.db, { order, item, quote })
  const { requiredPaise, allPaise } = payment
  const paise = paidNow(payment, all)
  if (paise === 0) return null
  const hasChoice = requiredPaise > 0 && requiredPaise < allPaise
  return {
    paise,
    until: quote.answerBy,
    /** What else may be paid instead: all, or only the deposit; null for nothing. */
    otherPaise: hasChoice ? requiredPaise + allPaise - paise : null,
    /** Paid at the hand-over. */
    restPaise: allPaise - paise,
  }
}

/** After the delivery a quote's link works for this long. */
const linkLivesMs = 7 * dayMs

/** The page that answers a quote, for whoever has this path. */
export function quotePath({ quoteTokens }: AppContext, quoteId: string) {
  return `/quote?token=${encodeURIComponent(quoteTokens.sign(quoteId))}`
}

/** What {@link findQuoteToAnswer} finds. */
export type QuoteToAnswer = NonNullable<Awaited<ReturnType<typeof findQuoteToAnswer>>>

/**
 * What the page of a quote's link shows. Anyone with the link reads it, so it has only the first name of the customer.
 * Changes nothing.
 *
 * @returns null for a token that we did not sign, and a week after the delivery
 */
export async function findQuoteToAnswer(shop: AppContext, token: string) {
  const { db, quoteTokens } = shop
  const now = shop.clock.now()
  const quoteId = quoteTokens.read(token)
  const quote = quoteId ? await findQuote(db, quoteId) : null
  const order = quote ? await findPlacedOrder(db, quote.orderId) : null
  const item = order?.items.find(({ id }) => id === quote?.itemId)
  if (!quote || !order || !item) return null
  const { deliveryAt, slotStartsAt, slotEndsAt, isPickup } = order
  if (now.getTime() > deliveryAt.getTime() + linkLivesMs) return null
  const { name, flavour, wt, egg, amount, bname, detail, image } = item
  const status = quoteStatusAt(quote, { itemStatus: item.status, now })
  const payment = await quotePayment(shop, db, { order, item, quote })
  const linePaise = quote.pricePaise * amount
  const requiredPaise = status === 'accepted' ? 0 : payment.requiredPaise
  return {
    quoteId: quote.id,
    orderNumber: order.number,
    firstName: firstNameOf(order.customerName),
    item: { name, flavour, wt, egg, amount, bname, detail, image },
    /** For one cake. */
    pricePaise: quote.pricePaise,
    note: quote.note,
    rows: quotedRows(order, item, { linePaise, requiredPaise }),
    /** At the hand-over. */
    duePaise: quotedAmounts(order, item, linePaise).duePaise - requiredPaise,
    /** Whether another cake of the order awaits its price, so that more may be due. */
    awaitsOtherPrices: order.items.some((other) => other !== item && awaitsPrice(other)),
    deliveryAt,
    slotStartsAt,
    slotEndsAt,
    isPickup,
    answerBy: quote.answerBy,
    status,
    payment,
  }
}
