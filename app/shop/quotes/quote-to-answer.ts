import type { OrderItem } from '#shop/orders/order.schema.ts'
import type { QuoteStatus } from './quote-status.ts'

/**
 * What the page behind an offer's link shows: whoever has the link reads it, so of the customer there is nothing but the
 * first name. Amounts in rupees, instants in ISO 8601.
 */
export interface QuoteToAnswer {
  quoteId: string
  orderNumber: number
  firstName: string
  item: Pick<OrderItem, 'name' | 'flavour' | 'wt' | 'amount' | 'bname' | 'detail' | 'image'>
  /** For one cake. */
  price: number
  /** For all of this line. */
  total: number
  /** All that is known to be due in cash once this price is accepted: with other agreed prices and the order's share. */
  totalDueInCash: number
  /** Of it: other customised cakes whose prices are agreed. */
  otherCakes: number
  /** Of it: shipping; nothing where the card has paid it. */
  shipping: number
  /** Of the order, what the card has paid and is therefore not due. */
  paidByCard: number
  /** Whether another cake of the order waits for its price, so that more may be due. */
  awaitsOtherPrices: boolean
  /** When the order is to be delivered. */
  deliveryTime: string
  answerBy: string
  status: QuoteStatus
}
