import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { whyPaidAhead } from '#shop/orders/money/cash-on-delivery.store.server.ts'
import { quotedAmounts } from '#shop/orders/money/order-money.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import type { QuoteRow } from '#shop/orders/quotes/quotes.store.server.ts'
import { type Paise, toPaise } from '#shop/values/money.ts'
import type { QuotePayment } from './quote-to-answer.ts'

/** What is paid online before a quote counts as accepted: all, or a deposit; 0: all of it is paid at the hand-over. */
export async function quotePayment(
  shop: AppContext,
  db: Database,
  { order, item, quote }: { order: Order; item: OrderItem; quote: QuoteRow },
): Promise<QuotePayment> {
  const linePaise = quote.pricePaise * item.amount
  const { duePaise: allPaise } = quotedAmounts(order, item, linePaise)
  const whyAhead = await whyPaidAhead(shop, db, order)
  const { depositPercent } = shop.shop
  const depositPaise = toPaise(Math.ceil((linePaise * depositPercent) / 100_00))
  const isAll = whyAhead !== null || depositPercent === 100
  return { requiredPaise: isAll ? allPaise : Math.min(allPaise, depositPaise), whyAhead, allPaise }
}

/** What is paid now, by the choice of whoever accepts: all of it where nothing is required. */
export function paidNow({ requiredPaise, allPaise }: QuotePayment, all: boolean): Paise {
  return all || requiredPaise === 0 ? allPaise : requiredPaise
}
