import {
  arrivedStatuses,
  type FulfilmentStatus,
  fulfilmentLabels,
} from '#shop/orders/fulfilment/fulfilment-status.ts'

/** A step of an order's way, as it is drawn. */
export interface WayStep {
  label: string
  /** When it was taken, ISO 8601; null where that is not known, and for what is still to come. */
  at: string | null
  state: 'done' | 'now' | 'next'
}

interface OrderOnItsWay {
  fulfilment: FulfilmentStatus
  isPickup: boolean
  /** Nothing of it is made, or it was cancelled. */
  isCancelled: boolean
  placedAt: Date
  /** Oldest first. */
  moves: readonly { to: FulfilmentStatus; at: Date }[]
}

const kitchen = ['placed', 'baking', 'ready'] as const

/** The whole way of an order: the steps it took, the one it is at until it has arrived, and those to come. */
export function wayOf(order: OrderOnItsWay): WayStep[] {
  const path = pathOf(order)
  const here = path.indexOf(order.fulfilment)
  const isOnItsWay = !order.isCancelled && !arrivedStatuses.includes(order.fulfilment)
  const steps = path.map((status, index): WayStep => {
    const isTaken = index <= here
    return {
      label: fulfilmentLabels[status],
      at: isTaken ? (instantOf(order, status)?.toISOString() ?? null) : null,
      state: index === here && isOnItsWay ? 'now' : isTaken ? 'done' : 'next',
    }
  })
  if (!order.isCancelled) return steps
  return [...steps.slice(0, here + 1), { label: 'Cancelled', at: null, state: 'now' }]
}

function pathOf({ fulfilment, isPickup }: OrderOnItsWay): readonly FulfilmentStatus[] {
  if (isPickup) return [...kitchen, 'collected']
  const out = [...kitchen, 'out_for_delivery'] as const
  if (fulfilment === 'failed') return [...out, 'failed']
  return fulfilment === 'closed' ? [...out, 'failed', 'closed'] : [...out, 'delivered']
}

/** When an order came there last. */
function instantOf({ placedAt, moves }: OrderOnItsWay, status: FulfilmentStatus): Date | undefined {
  return status === 'placed' ? placedAt : moves.findLast(({ to }) => to === status)?.at
}
