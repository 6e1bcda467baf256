/** What of a change may cost more, as in `POST /orders/changeOrder`; none of it is personal. */
export interface PricedChanges {
  time?: string
  slot?: string
  items?: { id: string; wt: string; amount: number }[]
}

/** What a payment after the checkout buys; it is done once the payment has succeeded. */
export type Bought =
  | { quoteId: string }
  /** `byShop`: as staff asked for it, so also after the lock. */
  | { changes: PricedChanges; byShop?: boolean }

interface WhatFor {
  buys: Bought | null
}

export const isForQuote =
  (quoteId: string) =>
  ({ buys }: WhatFor): boolean =>
    buys !== null && 'quoteId' in buys && buys.quoteId === quoteId

export const isForChange = ({ buys }: WhatFor): boolean => buys !== null && 'changes' in buys
