import type { Paise } from '#shop/values/money.ts'
import type { Order, OrderPayment } from '../order.ts'
import { unpaidOrderLifetimeMs } from '../order-rules.ts'
import { isForChange } from './bought.ts'

/** What a change costs that waits for its payment, and until when; null if none waits. */
export function unpaidChange({
  payments,
}: Pick<Order, 'payments'>): { paise: Paise; until: Date } | null {
  const payment = payments.findLast(isForChange)
  if (payment?.status !== 'started') return null
  return { paise: payment.paise, until: payUntil(payment) }
}

/** Until when a payment that came after the checkout can be paid. */
export function payUntil({ createdAt }: Pick<OrderPayment, 'createdAt'>): Date {
  return new Date(createdAt.getTime() + unpaidOrderLifetimeMs)
}
