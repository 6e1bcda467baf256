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
  const others = order.order.filter(
    ({ id, customize, isConfirmed }) =>
      id !== item.id && customize && (isConfirmed === 'accepted' || isConfirmed === 'completed'),
  )
  const otherCakes = others.reduce((sum, { subtotal }) => sum + toPaise(subtotal), 0)
  const shipping = order.paidByCard > 0 ? 0 : toPaise(order.shipping)
  return { thisCake, otherCakes, shipping, total: thisCake + otherCakes + shipping }
}
