import { cancelledStatuses, type ItemStatus } from '#shop/orders/item-status.ts'
import type { Paise } from '#shop/values/money.ts'

interface PricedItem {
  customize: boolean
  status: ItemStatus
  unitPaise: Paise
  amount: number
}

/**
 * What the shop keeps of an order and what is still due for it: its invoices less its credit notes. What a bank took back in
 * a lost dispute is not credited: the cakes were supplied. The consistency rule `tax-documents` has it as SQL.
 */
export function chargeableTotal({
  order,
  items,
  lostPaise,
}: {
  order: { cardPaise: Paise; refundedPaise: Paise; cashPaise: Paise; waivedPaise: Paise }
  items: readonly PricedItem[]
  /** Of the refunded amount. */
  lostPaise: Paise
}): Paise {
  const made = items.filter(({ status }) => !cancelledStatuses.includes(status))
  if (made.length === 0) return 0
  const agreedPaise = made
    .filter(({ customize }) => customize)
    .reduce((sum, { unitPaise, amount }) => sum + unitPaise * amount, 0)
  const isSettled = agreedPaise > 0 || items.some(({ customize }) => !customize)
  const cashPaise = isSettled ? order.cashPaise + agreedPaise - order.waivedPaise : 0
  return order.cardPaise - order.refundedPaise + lostPaise + cashPaise
}
