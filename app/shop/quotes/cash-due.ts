import type { Order, OrderItem } from '#shop/orders/order.schema.ts'
import { type Paise, toPaise } from '#shop/values/money.ts'

/** All that is due in cash on delivery, once a price for one of the cakes is agreed; each part in paise. */
export interface CashDue {
  /** All cakes of this line. */
  thisCake: Paise
  /** Customised cakes of the same order whose prices are agreed. */
  otherCakes: Paise
  /** Nothing where the card has paid it. */
  shipping: Paise
  total: Paise
}

/** What is due in cash for an order with this line at this price. */
export function cashDue(order: Order, item: Pick<OrderItem, 'id'>, thisCake: Paise): CashDue {
  const agreed = order.order.filter(({ customize }) => customize)
  const all = sumOf(agreed)
  const otherCakes = sumOf(agreed.filter(({ id }) => id !== item.id))
  const shipping = toPaise(order.dueInCash) - all
  return { thisCake, otherCakes, shipping, total: thisCake + otherCakes + shipping }
}

function sumOf(items: readonly Pick<OrderItem, 'subtotal'>[]): Paise {
  return items.reduce((sum, { subtotal }) => sum + toPaise(subtotal), 0)
}
