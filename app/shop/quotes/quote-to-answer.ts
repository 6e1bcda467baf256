import type { DeliveryTime } from '#shop/orders/delivery/delivery-text.ts'
import type { QuotedAmounts } from '#shop/orders/money/order-money.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import type { QuoteStatus } from '#shop/orders/quotes/quote-status.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'

/** What may be paid online to accept a quote. */
export interface QuotePayment {
  /** What has to be paid; 0: all of it may be paid at the hand-over. */
  requiredPaise: Paise
  /** Why all is paid online, as a sentence; null if it need not be. */
  whyAhead: string | null
  /** All that the hand-over would cost. */
  allPaise: Paise
}

/** Anyone with the quote's link reads this, so it has only the first name of the customer. */
export interface QuoteToAnswer extends DeliveryTime, Pick<Order, 'isPickup'> {
  quoteId: string
  orderNumber: number
  firstName: string
  item: Pick<OrderItem, 'name' | 'flavour' | 'wt' | 'egg' | 'amount' | 'bname' | 'detail' | 'image'>
  /** For one cake. */
  pricePaise: Paise
  /** What the order costs, and what is due, if this price is accepted. */
  amounts: QuotedAmounts
  /** Whether another cake of the order awaits its price, so that more may be due. */
  awaitsOtherPrices: boolean
  answerBy: Date
  status: QuoteStatus
  /** What is paid online to accept it. */
  payment: QuotePayment
}

/** What stands below the price of a quote: what the hand-over costs once it is accepted. */
export function quotedRows(
  { otherCakesPaise, shippingPaise, paidPaise, duePaise }: QuotedAmounts,
  { requiredPaise, cash }: { requiredPaise: Paise; cash: string },
): { label: string; value: string; strong?: boolean }[] {
  const parts: [label: string, paise: Paise][] = [
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
    { label: `Due in cash ${cash}`, value: formatInr(duePaise - requiredPaise), strong: true },
  ]
}
