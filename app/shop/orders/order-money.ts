import { type Paise, toPaise } from '#shop/values/money.ts'
import type { Order, OrderItem } from './order.schema.ts'

/** An item as far as its agreed price asks. */
interface PricedItem {
  customize: boolean
  /** One piece; of a customised cake 0 until its customer agreed to a price. */
  unitPaise: Paise
  amount: number
}

/**
 * What the customised cakes of an order cost at the prices their customer agreed to. It is due in cash, on top of what
 * was known when the order was made. (A cancelled one keeps its price, as a cancelled ready-made cake does.)
 */
export function agreedPaise(items: readonly PricedItem[]): Paise {
  return items
    .filter(({ customize }) => customize)
    .reduce((sum, { unitPaise, amount }) => sum + unitPaise * amount, 0)
}

/** All that is due in cash on delivery, once a price for one of the cakes is agreed; each part in paise. */
interface CashDue {
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
