import type { Paise } from '#shop/values/money.ts'
import type { Order, OrderPayment } from '../order.ts'
import { unpaidOrderLifetimeMs } from '../order-rules.ts'
import { isForChange } from './bought.ts'

export interface Unpaid {
  paise: Paise
  until: Date
}

/** What the link of an order pays: the order itself, or a change that waits; null for nothing. */
export function unpaidByLink(
  order: Pick<Order, 'state' | 'createdAt' | 'chargedPaise' | 'payments'>,
): Unpaid | null {
  if (order.state !== 'awaiting_payment') return unpaidChange(order)
  return { paise: order.chargedPaise, until: payUntil(order) }
}

/** What a change costs that waits for its payment; null if none waits. */
export function unpaidChange({ payments }: Pick<Order, 'payments'>): Unpaid | null {
  const payment = payments.findLast(isForChange)
  if (payment?.status !== 'started') return null
  return { paise: payment.paise, until: payUntil(payment) }
}

/** Until when an order that is paid by its link, or a payment after its checkout, can be paid. */
export function payUntil({ createdAt }: Pick<OrderPayment, 'createdAt'>): Date {
  return new Date(createdAt.getTime() + unpaidOrderLifetimeMs)
}
