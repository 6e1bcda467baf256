import type { Paise } from '#shop/values/money.ts'

/** An item as far as its agreed price asks. */
export interface PricedItem {
  customize: boolean
  /** One piece; of a customised cake 0 until its customer agreed to a price. */
  unitPaise: Paise
  amount: number
}

/**
 * What the customised cakes of an order cost at the prices their customer agreed to. It is due in cash, on top of what
 * was known when the order was made. (A cancelled one keeps its price, as a cancelled ready-made cake does.)
 */
export function agreedPaise(items: readonly PricedItem[]): Paise {
  return items
    .filter(({ customize }) => customize)
    .reduce((sum, { unitPaise, amount }) => sum + unitPaise * amount, 0)
}
