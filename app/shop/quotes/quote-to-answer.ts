import type { DeliveryTime } from '#shop/orders/delivery/delivery-text.ts'
import type { QuotedAmounts } from '#shop/orders/money/order-money.ts'
import type { Order, OrderItem } from '#shop/orders/order.ts'
import type { QuoteStatus } from '#shop/orders/quotes/quote-status.ts'
import type { Paise } from '#shop/values/money.ts'

/** What may be paid online to accept a quote. */
export interface QuotePayment {
  /** What has to be paid; 0: all of it may be paid at the hand-over. */
  requiredPaise: Paise
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
