import type { Paise } from '#shop/values/money.ts'
import type { Order, OrderPayment } from '../order.ts'
import { unpaidOrderLifetimeMs } from '../order-rules.ts'
import type { OrderChanges } from '../orders.endpoints.ts'

/** What of a change may cost more; none of it is personal. */
export type PricedChanges = Pick<OrderChanges, 'time' | 'slot'> & {
  items?: { id: string; wt: string; amount: number }[]
}

/** What a payment after the checkout buys; it is done once the payment has succeeded. */
export type Bought =
  | { quoteId: string }
  /** `byShop`: as staff asked for it, so also after the lock. */
  | { changes: PricedChanges; byShop?: boolean }

type WhatFor = Pick<OrderPayment, 'buys'>

export const isForQuote =
  (quoteId: string) =>
  ({ buys }: WhatFor): boolean =>
    buys !== null && 'quoteId' in buys && buys.quoteId === quoteId

export const isForChange = ({ buys }: WhatFor): boolean => buys !== null && 'changes' in buys

/** What a change costs that waits for its payment, and until when; null if none waits. */
export function unpaidChange({
  payments,
}: Pick<Order, 'payments'>): { paise: Paise; until: Date } | null {
  const payment = payments.findLast(isForChange)
  if (payment?.status !== 'started') return null
  return { paise: payment.paise, until: payUntil(payment) }
}

export function payUntil({ createdAt }: Pick<OrderPayment, 'createdAt'>): Date {
  return new Date(createdAt.getTime() + unpaidOrderLifetimeMs)
}
