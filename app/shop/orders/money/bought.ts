import type { DeliveryAddress } from '#shop/values/india-address.ts'

/** What of a change may cost more, as in `POST /orders/changeOrder`. */
export interface PricedChanges {
  /** In another zone; forgotten with the account. */
  address?: Partial<DeliveryAddress>
  time?: string
  slot?: string
  items?: { id: string; wt: string; amount: number }[]
}

export interface BoughtChange {
  kind: 'change'
  changes: PricedChanges
  /** As staff asked for it, so also after the lock. */
  byShop?: boolean
}

/** What a payment online buys: it is done once the payment has succeeded. */
export type Bought = { kind: 'order' } | { kind: 'quote'; quoteId: string } | BoughtChange

interface WhatFor {
  buys: Bought | null
}

export const isForQuote =
  (quoteId: string) =>
  ({ buys }: WhatFor): boolean =>
    buys?.kind === 'quote' && buys.quoteId === quoteId

export const isForChange = <Payment extends WhatFor>(
  payment: Payment,
): payment is Payment & { buys: BoughtChange } => payment.buys?.kind === 'change'
