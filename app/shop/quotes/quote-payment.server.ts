import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { DeliveryPlan } from '#shop/delivery/delivery-plan.ts'
import { quotedAmounts } from '#shop/orders/money/order-money.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import { findPayer, type QuoteRow } from '#shop/orders/quotes/quotes.store.server.ts'
import { type Paise, toPaise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { QuotePayment } from './quote-to-answer.ts'

export async function quotePayment(
  { shop, deliveryPlan }: Pick<AppContext, 'shop' | 'deliveryPlan'>,
  db: Database,
  { order, item, quote }: { order: Order; item: OrderItem; quote: QuoteRow },
): Promise<QuotePayment> {
  const linePaise = quote.pricePaise * item.amount
  const { duePaise } = quotedAmounts(order, item, linePaise)
  const isPaidAhead = await isAlwaysPaidAhead(db, order, deliveryPlan.current())
  return {
    requiredPaise: payToAccept({ linePaise, duePaise, isPaidAhead }, shop),
    allPaise: duePaise,
  }
}

/** What is paid now, by the choice of whoever accepts: all of it where nothing is required. */
export function paidNow({ requiredPaise, allPaise }: QuotePayment, all: boolean): Paise {
  return all || requiredPaise === 0 ? allPaise : requiredPaise
}

/**
 * A gift for somebody else, a guest, and the midnight slot.
 *
 * @param isGuestTrusted staff took the order, to be paid at the hand-over
 */
export async function isAlwaysPaidAhead(
  db: Database,
  order: Order,
  plan: DeliveryPlan,
  { isGuestTrusted = false } = {},
): Promise<boolean> {
  if (order.recipientName !== null) return true
  const { isGuest, slotId } = await findPayer(db, order.id)
  if (isGuest && !isGuestTrusted) return true
  return plan.slots.find(({ id }) => id === slotId)?.kind === 'midnight'
}

interface Accepted {
  /** The quoted cake, all its pieces. */
  linePaise: Paise
  /** What the hand-over costs once the quote is accepted. */
  duePaise: Paise
  /** A gift for somebody else, a guest, and the midnight slot: nobody pays for their own present, or after midnight. */
  isPaidAhead: boolean
}

/** What is paid online before a quote counts as accepted; 0: all of it is paid at the hand-over. */
function payToAccept(
  { linePaise, duePaise, isPaidAhead }: Accepted,
  { depositPercent }: Pick<ShopDetails, 'depositPercent'>,
): Paise {
  if (isPaidAhead || depositPercent === 100) return duePaise
  return Math.min(duePaise, toPaise(Math.ceil((linePaise * depositPercent) / 100_00)))
}
