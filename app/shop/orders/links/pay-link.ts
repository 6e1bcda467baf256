import type { AppContext } from '#app/context.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { isForChange } from '../money/ledger.ts'
import type { Order, OrderPayment } from '../order.ts'
import { unpaidOrderLifetimeMs } from '../order-rules.ts'

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

/** The page that pays a quote, or an order or a change of it, by its id. Who has the link can pay, and nothing else. */
export function payPath({ payTokens }: AppContext, id: string): string {
  return `/pay/${payTokens.sign(id)}`
}
