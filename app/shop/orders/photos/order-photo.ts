import { minuteMs } from '#platform/durations.ts'
import { type FulfilmentStatus, hasLeft } from '../fulfilment/fulfilment-status.ts'

/** Where an order was photographed: before it left the shop, or at the door where it was handed over. */
export const photoKinds = ['leaving', 'door'] as const
export type PhotoKind = (typeof photoKinds)[number]

/** When an order was last photographed at each place, ISO 8601; left out if it was not. */
export interface PhotosTaken extends Partial<Record<PhotoKind, string>> {
  /** The order has gone out once more since the photo at the door. */
  isDoorOfEarlierTry?: boolean
}

/**
 * Whether the customer sees a photo of their order: the one before it left, and at the door the one of the hand-over. A photo
 * of a try that failed proves nothing.
 */
export function isForCustomer(
  photo: { kind: PhotoKind; isEarlierTry: boolean },
  order: { fulfilment: FulfilmentStatus },
): boolean {
  return photo.kind === 'leaving' || (order.fulfilment === 'delivered' && !photo.isEarlierTry)
}

/** How long after its photo the sender may keep an order from leaving, ms. */
const reportWithinMs = 15 * minuteMs

/** Whether the sender may report that something is wrong: soon after the photo, and before the order has left. */
export function mayReportPhoto(
  order: { fulfilment: FulfilmentStatus; dispatchHeldAt: Date | null },
  photo: { takenAt: Date },
  now: Date,
): boolean {
  const isSoon = now.getTime() <= photo.takenAt.getTime() + reportWithinMs
  return isSoon && !hasLeft(order.fulfilment) && !order.dispatchHeldAt
}
