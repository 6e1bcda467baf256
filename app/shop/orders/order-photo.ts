import { minuteMs } from '#platform/clock.ts'
import { type FulfilmentStatus, hasLeft } from './fulfilment/fulfilment-status.ts'

/** `leaving` is before it left the shop, `door` at the hand-over. */
export const shopPhotoKinds = ['leaving', 'door'] as const
type ShopPhotoKind = (typeof shopPhotoKinds)[number]

/** `problem` is the customer's own, of what is wrong with it. */
export const photoKinds = [...shopPhotoKinds, 'problem'] as const
export type PhotoKind = (typeof photoKinds)[number]

export function isShopPhoto(kind: PhotoKind): kind is ShopPhotoKind {
  return kind !== 'problem'
}

/** Time of the shop's latest photo of each kind, ISO 8601; left out without a photo. */
export interface PhotosTaken extends Partial<Record<ShopPhotoKind, string>> {
  /** The order was dispatched again after the photo at the door. */
  isDoorOfEarlierTry?: boolean
}

/**
 * The customer sees the photo from before it left, the one of the hand-over, and their own. The photo of a failed
 * attempt proves nothing.
 */
export function isForCustomer(
  photo: { kind: PhotoKind; isEarlierTry: boolean },
  order: { fulfilment: FulfilmentStatus },
): boolean {
  return photo.kind !== 'door' || (order.fulfilment === 'delivered' && !photo.isEarlierTry)
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
