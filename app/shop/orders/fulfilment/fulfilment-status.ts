/** How far a placed order is on its way to the door; of an order that is not placed it says nothing. */
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

/** Every move of an order, and from where. What its items may do meanwhile is in `item-status.ts`. */
const moves = {
  bake: { orders: 'any', from: ['placed'], to: 'baking' },
  // The baker may mark the items as prepared without having said that they are being baked.
  prepare: { orders: 'any', from: ['placed', 'baking'], to: 'ready' },
  undoPrepare: { orders: 'any', from: ['ready'], to: 'baking' },
  dispatch: { orders: 'delivery', from: ['ready', 'failed'], to: 'out_for_delivery' },
  deliver: { orders: 'delivery', from: ['out_for_delivery'], to: 'delivered' },
  fail: { orders: 'delivery', from: ['out_for_delivery'], to: 'failed' },
  close: { orders: 'delivery', from: ['failed'], to: 'closed' },
  collect: { orders: 'pickup', from: ['ready'], to: 'collected' },
} as const satisfies Record<string, Move>

export type OrderMove = keyof typeof moves

export const orderMoves = Object.keys(moves) as OrderMove[]

/** Where a move takes an order; null when it may not be made now, or with this kind of order (409 in the API). */
export function fulfilmentAfter(
  status: FulfilmentStatus,
  move: OrderMove,
  { isPickup }: { isPickup: boolean },
): FulfilmentStatus | null {
  const { orders, from, to }: Move = moves[move]
  const applies = orders === 'any' || orders === (isPickup ? 'pickup' : 'delivery')
  return applies && from.includes(status) ? to : null
}

/** As people read it. */
export const fulfilmentLabels: Record<FulfilmentStatus, string> = {
  placed: 'Placed',
  baking: 'Baking',
  ready: 'Ready',
  out_for_delivery: 'Out for delivery',
  delivered: 'Delivered',
  failed: 'Delivery failed',
  collected: 'Collected',
  closed: 'Closed',
}

/** Orders whose cakes are with the people they are for. */
export const arrivedStatuses: readonly FulfilmentStatus[] = ['delivered', 'collected']

/** Whether its cakes have left the shop: then nothing about them is undone or cancelled any more. */
export function hasLeft(status: FulfilmentStatus): boolean {
  return !['placed', 'baking', 'ready'].includes(status)
}

/** Whether nothing follows any more. */
export function hasEnded(status: FulfilmentStatus): boolean {
  return status === 'closed' || arrivedStatuses.includes(status)
}

/** What the shop's staff say of an order. That it is prepared follows from its items. */
export const staffMoves = [
  'bake',
  'dispatch',
  'deliver',
  'fail',
  'close',
  'collect',
] as const satisfies readonly OrderMove[]

export type StaffMove = (typeof staffMoves)[number]

/** The most characters of what is said with a move. */
export const longestDetail = 140

/** What staff may say of an order now, in the order of the way. */
export function nextStaffMoves(
  status: FulfilmentStatus,
  kind: { isPickup: boolean },
): readonly StaffMove[] {
  return staffMoves.filter((move) => fulfilmentAfter(status, move, kind) !== null)
}

/** The moves that are written about. That an order is ready is said by a mail of its own, once that cannot be undone. */
export const toldMoves = ['dispatch', 'deliver', 'fail'] as const satisfies readonly OrderMove[]

export type ToldMove = (typeof toldMoves)[number]
