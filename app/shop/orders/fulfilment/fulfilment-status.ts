/** Meaningless before the order is placed. */
export const fulfilmentStatuses = [
  'placed',
  'baking',
  'ready',
  'out_for_delivery',
  'delivered',
  'failed',
  'collected',
  'closed',
] as const

export type FulfilmentStatus = (typeof fulfilmentStatuses)[number]

interface Move {
  orders: 'delivery' | 'pickup' | 'any'
  from: readonly FulfilmentStatus[]
  to: FulfilmentStatus
}

/** Every move of an order. The moves of its items are in `item-status.ts`. */
const moves = {
  bake: { orders: 'any', from: ['placed'], to: 'baking' },
  // The baker may mark the items as prepared without pressing 'Baking' before.
  prepare: { orders: 'any', from: ['placed', 'baking'], to: 'ready' },
  // Back to where it was prepared from: 'placed', if nobody had pressed 'Baking'.
  undoPrepare: { orders: 'any', from: ['ready'], to: 'baking' },
  dispatch: { orders: 'delivery', from: ['ready', 'failed'], to: 'out_for_delivery' },
  deliver: { orders: 'delivery', from: ['out_for_delivery'], to: 'delivered' },
  fail: { orders: 'delivery', from: ['out_for_delivery'], to: 'failed' },
  close: { orders: 'delivery', from: ['failed'], to: 'closed' },
  collect: { orders: 'pickup', from: ['ready'], to: 'collected' },
} as const satisfies Record<string, Move>

export type OrderMove = keyof typeof moves

export const orderMoves = Object.keys(moves) as OrderMove[]

/** Null if the move is not possible now, or not for this kind of order (409 in the API). */
export function fulfilmentAfter(
  status: FulfilmentStatus,
  move: OrderMove,
  { isPickup }: { isPickup: boolean },
): FulfilmentStatus | null {
  const { orders, from, to }: Move = moves[move]
  const applies = orders === 'any' || orders === (isPickup ? 'pickup' : 'delivery')
  return applies && from.includes(status) ? to : null
}

/** The one word for each state: badges, lists, buttons, files. */
export const fulfilmentLabels: Record<FulfilmentStatus, string> = {
  placed: 'Placed',
  baking: 'Baking',
  ready: 'Ready',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  failed: 'Delivery failed',
  collected: 'Picked up',
  closed: 'Closed',
}

/** The same word in a sentence, after what is meant: 'Order 1042 is out for delivery'. */
export const fulfilmentPhrases: Record<FulfilmentStatus | 'cancelled', string> = {
  placed: 'is placed',
  baking: 'is being baked',
  ready: 'is ready',
  out_for_delivery: 'is out for delivery',
  delivered: 'is delivered',
  failed: 'could not be delivered',
  collected: 'is picked up',
  closed: 'is closed',
  cancelled: 'is cancelled',
}

export const arrivedStatuses: readonly FulfilmentStatus[] = ['delivered', 'collected']

/** Whether the cakes have left the shop: then nothing can be undone or cancelled. */
export function hasLeft(status: FulfilmentStatus): boolean {
  return !['placed', 'baking', 'ready'].includes(status)
}

export function hasEnded(status: FulfilmentStatus): boolean {
  return status === 'closed' || arrivedStatuses.includes(status)
}

/** The moves that staff make. 'Ready' follows from the items. */
export const staffMoves = [
  'bake',
  'dispatch',
  'deliver',
  'fail',
  'close',
  'collect',
] as const satisfies readonly OrderMove[]

export type StaffMove = (typeof staffMoves)[number]

/** In characters. */
export const maxDetailLength = 140

/** In the order of the timeline. */
export function nextStaffMoves(
  status: FulfilmentStatus,
  kind: { isPickup: boolean },
): readonly StaffMove[] {
  return staffMoves.filter((move) => fulfilmentAfter(status, move, kind) !== null)
}

/** The moves that are mailed. 'Ready' has its own mail, once it cannot be undone. */
export const notifiedMoves = ['dispatch', 'deliver', 'fail'] as const satisfies readonly OrderMove[]

export type NotifiedMove = (typeof notifiedMoves)[number]

export const failReasons = ['nobody-in', 'wrong-address', 'refused', 'damaged'] as const
export type FailReason = (typeof failReasons)[number]

export const failLabels = {
  'nobody-in': 'Nobody in',
  'wrong-address': 'Wrong address',
  refused: 'Refused',
  damaged: 'Damaged on the way',
} as const satisfies Record<FailReason, string>

/** Whether the shop was at the door in time, but the recipient did not take the cake. */
export function isRecipientUnreachable(reason: FailReason | null): boolean {
  return reason !== null && reason !== 'damaged'
}

export const receivers = ['recipient', 'household', 'neighbour', 'reception'] as const
export type Receiver = (typeof receivers)[number]

export const receiverLabels = {
  recipient: 'The recipient',
  household: 'Family or colleague',
  neighbour: 'A neighbour',
  reception: 'Guard or reception',
} as const satisfies Record<Receiver, string>

/** Who received an order, in words: the recipient by name, if there is one. */
export function receivedBy(detail: string, { recipientName }: { recipientName: string | null }) {
  return detail === receiverLabels.recipient ? (recipientName ?? detail) : detail
}

/** After so many wrong codes the rider must take a photo at the door. */
export const maxWrongCodes = 5
