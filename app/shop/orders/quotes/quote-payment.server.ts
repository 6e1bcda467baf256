import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { DeliveryPlan } from '#shop/delivery/delivery-plan.ts'
import { cashBreakdown } from '../money/order-money.ts'
import type { Order, OrderItem } from '../order.ts'
import { payToAccept, type QuotePayment } from './pay-to-accept.ts'
import { findPayer, type QuoteRow } from './quotes.store.server.ts'

export async function quotePayment(
  { shop, deliveryPlan }: Pick<AppContext, 'shop' | 'deliveryPlan'>,
  db: Database,
  { order, item, quote }: { order: Order; item: OrderItem; quote: QuoteRow },
): Promise<QuotePayment> {
  const linePaise = quote.pricePaise * item.amount
  const duePaise = Math.max(0, cashBreakdown(order, item, linePaise).totalPaise)
  const isPaidAhead = await isAlwaysPaidAhead(db, order, deliveryPlan.current())
  return {
    requiredPaise: payToAccept({ linePaise, duePaise, isPaidAhead }, shop),
    allPaise: duePaise,
  }
}

/** A gift for somebody else, a guest, and the midnight slot. */
export async function isAlwaysPaidAhead(
  db: Database,
  order: Order,
  plan: DeliveryPlan,
): Promise<boolean> {
  if (order.recipientName !== null) return true
  const { isGuest, slotId } = await findPayer(db, order.id)
  return isGuest || plan.slots.find(({ id }) => id === slotId)?.kind === 'midnight'
}
