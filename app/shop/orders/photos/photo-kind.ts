import type { FulfilmentStatus } from '../fulfilment/fulfilment-status.ts'

/** Where an order was photographed: before it left the shop, or at the door where it was handed over. */
export const photoKinds = ['leaving', 'door'] as const
export type PhotoKind = (typeof photoKinds)[number]

/** When an order was last photographed at each place, ISO 8601; left out where it was not. */
export interface PhotosTaken extends Partial<Record<PhotoKind, string>> {
  /** The order has gone out once more since the photo at the door. */
  isDoorOfEarlierTry?: boolean
}

/**
 * Whether the customer sees a photo of their order: the one before it left, and of those at the door the one that shows where
 * it was handed over. One of a try that failed proves nothing.
 */
export function isForCustomer(
  photo: { kind: PhotoKind; isEarlierTry: boolean },
  order: { fulfilment: FulfilmentStatus },
): boolean {
  return photo.kind === 'leaving' || (order.fulfilment === 'delivered' && !photo.isEarlierTry)
}
