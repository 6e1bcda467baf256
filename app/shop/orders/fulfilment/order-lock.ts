import { minuteMs } from '#platform/durations.ts'
import type { FulfilmentStatus } from './fulfilment-status.ts'

/** What the lock depends on; `leadMinutes` is the maximum of its cakes when it was ordered. */
export interface LockableOrder {
  fulfilment: FulfilmentStatus
  deliveryAt: Date
  /** Null if it has no slot. */
  slotStartsAt: Date | null
  leadMinutes: number
}

/** When its kitchen begins at the latest: the lead before the slot, or before the delivery. */
export function locksAt({ deliveryAt, slotStartsAt, leadMinutes }: LockableOrder): Date {
  return new Date((slotStartsAt ?? deliveryAt).getTime() - leadMinutes * minuteMs)
}

/**
 * Whether an order belongs to the kitchen: from baking on, or from `locksAt` on. Before it the customer may cancel or
 * change the order; after it only the shop may.
 */
export function isLocked(order: LockableOrder, now: Date): boolean {
  return order.fulfilment !== 'placed' || now >= locksAt(order)
}
