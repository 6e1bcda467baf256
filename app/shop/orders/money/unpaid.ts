import type { Paise } from '#shop/values/money.ts'
import type { Order, OrderPayment } from '../order.ts'
import { unpaidOrderLifetimeMs } from '../order-rules.ts'
import { isForChange } from './bought.ts'

export interface Unpaid {
  paise: Paise
  until: Date
}

/** What the link of an order pays: a change, or else the order itself; undefined for an order that nobody pays online. */
export function paymentByLink({ payments }: Pick<Order, 'payments'>): OrderPayment | undefined {
  return payments.findLast(isForChange) ?? payments.find(({ buys }) => buys?.kind === 'order')
}

/** What waits for its payment by the link; null if nothing does. */
export function unpaidByLink(order: Pick<Order, 'payments'>): Unpaid | null {
  const payment = paymentByLink(order)
  if (payment?.status !== 'started') return null
  return { paise: payment.paise, until: payUntil(payment) }
}

/** Until when a payment can be made. */
export function payUntil({ createdAt }: Pick<OrderPayment, 'createdAt'>): Date {
  return new Date(createdAt.getTime() + unpaidOrderLifetimeMs)
}
