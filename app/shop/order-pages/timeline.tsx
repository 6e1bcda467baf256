import {
  arrivedStatuses,
  type FulfilmentStatus,
  fulfilmentLabels,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { Moment } from '#shop/values/moment.tsx'
import { type Step, Steps } from '#ui/lists/steps.tsx'

interface TimelineListProps {
  steps: readonly TimelineStep[]
  layout?: 'down' | 'across'
}

/** The steps of an order; down the page each with its time, if it is known. */
export function TimelineList({ steps, layout = 'down' }: TimelineListProps) {
  return (
    <Steps label="Timeline of the order" steps={steps} layout={layout}>
      {({ at }) =>
        layout === 'down' && at && <Moment at={at} className="block text-sm text-cocoa-soft" />
      }
    </Steps>
  )
}

/** A step of an order, as the timeline shows it. */
interface TimelineStep extends Step {
  /** When it was taken, ISO 8601; null if that is not known or it is still to come. */
  at: string | null
}

interface TimelineOrder {
  fulfilment: FulfilmentStatus
  isPickup: boolean
  /** Nothing of it is made. */
  isCancelled: boolean
  placedAt: Date
  /** Oldest first. */
  moves: readonly { to: FulfilmentStatus; at: Date }[]
}

const kitchen = ['placed', 'baking', 'ready'] as const

/** The steps of an order: those it took, the one it is at until it has arrived, and those to come. */
export function timelineOf(order: TimelineOrder): TimelineStep[] {
  const path = pathOf(order)
  const current = path.indexOf(order.fulfilment)
  const isUnderWay = !order.isCancelled && !arrivedStatuses.includes(order.fulfilment)
  const steps = path.map((status, index): TimelineStep => {
    const isTaken = index <= current
    return {
      label: fulfilmentLabels[status],
      at: isTaken ? (instantOf(order, status)?.toISOString() ?? null) : null,
      state: index === current && isUnderWay ? 'now' : isTaken ? 'done' : 'next',
    }
  })
  if (!order.isCancelled) return steps
  return [...steps.slice(0, current + 1), { label: 'Cancelled', at: null, state: 'now' }]
}

function pathOf({ fulfilment, isPickup }: TimelineOrder): readonly FulfilmentStatus[] {
  if (isPickup) return [...kitchen, 'collected']
  const out = [...kitchen, 'out_for_delivery'] as const
  if (fulfilment === 'failed') return [...out, 'failed']
  return fulfilment === 'closed' ? [...out, 'failed', 'closed'] : [...out, 'delivered']
}

/** When an order reached this status last. */
function instantOf({ placedAt, moves }: TimelineOrder, status: FulfilmentStatus): Date | undefined {
  return status === 'placed' ? placedAt : moves.findLast(({ to }) => to === status)?.at
}
