import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import type { Order as ApiOrder, OrderItem as ApiOrderItem } from '../order.schema.ts'
import type { Order } from '../order.ts'
import { isAnyMade } from '../order-rules.ts'
import { isPrepaid } from './ledger.ts'

/**
 * All lines of an order at the prices that its customer agreed to. What is paid when it is handed over and is dropped is not
 * among it; where nothing is made, it says what was ordered.
 */
export function subtotalPaise(order: Order): Paise {
  const isAny = isAnyMade(order)
  return order.items
    .filter((item) => {
      const isDropped = item.status === 'cancelled' && isAny
      return !isDropped || isPrepaid(order, { itemId: item.id })
    })
    .reduce((sum, { unitPaise, amount }) => sum + unitPaise * amount, 0)
}

export const surchargeLabel = 'Time slot surcharge'

/** What an order's shipping is made of: the delivery itself, and what its slot costs more. */
export function shippingParts({ shipping, slot }: Pick<ApiOrder, 'shipping' | 'slot'>): {
  fee: Paise
  surcharge: Paise
} {
  const surcharge = toPaise(slot?.surcharge ?? 0)
  return { fee: toPaise(shipping) - surcharge, surcharge }
}

/** "We’ve refunded ₹199. It will reach you …", to the customer. */
export function refundedText(amountPaise: Paise): string {
  return `We’ve refunded ${formatInr(amountPaise)}. ${refundArrives('you')}`
}

/** What an order costs less at the door, to the customer. */
export function lessInCashText(amountPaise: Paise): string {
  return `You pay ${formatInr(amountPaise)} less in cash.`
}

/** How and when a refund arrives, as a sentence for its reader: the customer, or the shop. */
export function refundArrives(to: 'you' | 'the customer'): string {
  const payer = to === 'you' ? 'you' : 'they'
  return `It will reach ${to} in 5 to 7 working days, the way ${payer} paid.`
}

/** All that is due in cash on delivery once a quote is accepted, in paise. */
interface CashBreakdown {
  /** All cakes of this line. */
  thisCake: Paise
  /** Customised cakes of the same order whose prices are agreed. */
  otherCakes: Paise
  /** Nothing where the card has paid it. */
  shipping: Paise
  /** What of all that is due no more. */
  waived: Paise
  total: Paise
}

/** What is due in cash if this line has this price. */
export function cashBreakdown(
  order: ApiOrder,
  item: Pick<ApiOrderItem, 'id'>,
  thisCake: Paise,
): CashBreakdown {
  const agreed = order.order.filter(
    ({ customize, isConfirmed }) => customize && isConfirmed !== 'cancelled',
  )
  const all = sumOf(agreed)
  const otherCakes = sumOf(agreed.filter(({ id }) => id !== item.id))
  const waived = toPaise(order.waived ?? 0)
  const shipping = toPaise(order.dueInCash) + waived - all
  return {
    thisCake,
    otherCakes,
    shipping,
    waived,
    total: thisCake + otherCakes + shipping - waived,
  }
}

function sumOf(items: readonly Pick<ApiOrderItem, 'subtotal'>[]): Paise {
  return items.reduce((sum, { subtotal }) => sum + toPaise(subtotal), 0)
}
