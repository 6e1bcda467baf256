import type { FulfilmentStatus } from '#shop/orders/fulfilment/fulfilment-status.ts'

/** Where an order was photographed: before it left the shop, or at the door where it was handed over. */
export const photoKinds = ['leaving', 'door'] as const
export type PhotoKind = (typeof photoKinds)[number]

/** When an order was last photographed at each place, ISO 8601; left out where it was not. */
export type PhotosTaken = Partial<Record<PhotoKind, string>>

interface TakenPhoto {
  kind: PhotoKind
  takenAt: Date
}

/** What of an order's moves says where a photo was taken, oldest first. */
type Moves = readonly { move: string; at: Date }[]

/**
 * Whether a photo at the door is from the order's last way to it; one of an earlier try proves nothing.
 */
export function isFromLastWay(photo: Pick<TakenPhoto, 'takenAt'>, moves: Moves): boolean {
  const out = moves.findLast(({ move }) => move === 'dispatch')
  return out !== undefined && photo.takenAt.getTime() >= out.at.getTime()
}

/** Whether a photo shows to whom and where an order was handed over. */
export function showsDelivery(
  photo: TakenPhoto,
  order: { fulfilment: FulfilmentStatus },
  moves: Moves,
): boolean {
  return photo.kind === 'door' && order.fulfilment === 'delivered' && isFromLastWay(photo, moves)
}
