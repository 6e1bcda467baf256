import { minuteMs } from '#platform/durations.ts'
import { type FulfilmentStatus, hasLeft } from '../fulfilment/fulfilment-status.ts'

/** `leaving` is before it left the shop, `door` at the hand-over. */
export const photoKinds = ['leaving', 'door'] as const
export type PhotoKind = (typeof photoKinds)[number]

/** Time of the latest photo of each kind, ISO 8601; left out without a photo. */
export interface PhotosTaken extends Partial<Record<PhotoKind, string>> {
  /** The order was dispatched again after the photo at the door. */
  isDoorOfEarlierTry?: boolean
}

/**
 * The customer sees the photo from before it left, and the one of the hand-over. The photo of a failed attempt proves
 * nothing.
 */
export function isForCustomer(
  photo: { kind: PhotoKind; isEarlierTry: boolean },
  order: { fulfilment: FulfilmentStatus },
): boolean {
  return photo.kind === 'leaving' || (order.fulfilment === 'delivered' && !photo.isEarlierTry)
}

/** After the photo, ms. */
const reportWithinMs = 15 * minuteMs

/** Soon after the photo, and before the order has left. */
export function mayReportPhoto(
  order: { fulfilment: FulfilmentStatus; dispatchHeldAt: Date | null },
  photo: { takenAt: Date },
  now: Date,
): boolean {
  const isSoon = now.getTime() <= photo.takenAt.getTime() + reportWithinMs
  return isSoon && !hasLeft(order.fulfilment) && !order.dispatchHeldAt
}
