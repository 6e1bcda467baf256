import type { FulfilmentStatus } from '../fulfilment/fulfilment-status.ts'
import type { ItemStatus } from '../item-status.ts'
import { orderProgress } from '../order-rules.ts'

/** A step in View Orders. The tracking page shows the whole timeline. */
export interface OrderStep {
  name: 'ordered' | 'prepared' | 'sent' | 'arrived'
  text: string
  isDone: boolean
}

/** Steps up to this number are done. */
const reached: Record<FulfilmentStatus, number> = {
  placed: 1,
  baking: 1,
  ready: 2,
  out_for_delivery: 3,
  failed: 2,
  closed: 2,
  delivered: 4,
  collected: 4,
}

interface OrderInProgress {
  items: readonly { status: ItemStatus }[]
  fulfilment: FulfilmentStatus
}

/** Of an order that is not cancelled. The last step is the door, or the counter for pickup. */
export function orderSteps(order: OrderInProgress & { isPickup: boolean }): OrderStep[] {
  const { fulfilment, isPickup } = order
  const done = reached[fulfilment]
  const sent =
    fulfilment === 'failed' || fulfilment === 'closed' ? 'Delivery failed' : 'Out for delivery'
  return [
    { name: 'ordered', text: 'Ordered', isDone: true },
    { name: 'prepared', text: preparedText(order), isDone: done >= 2 },
    ...(isPickup ? [] : [{ name: 'sent' as const, text: sent, isDone: done >= 3 }]),
    { name: 'arrived', text: isPickup ? 'Collected' : 'Delivered', isDone: done >= 4 },
  ]
}

function preparedText({ items, fulfilment }: OrderInProgress): string {
  const { prepared, toMake } = orderProgress({ items })
  if (prepared > 0 && prepared < toMake) return `${prepared} of ${toMake} prepared`
  return fulfilment === 'baking' ? 'Baking' : 'Prepared'
}
