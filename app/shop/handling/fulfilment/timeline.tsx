import {
  arrivedStatuses,
  type FulfilmentStatus,
  fulfilmentLabels,
} from '#shop/orders/fulfilment/fulfilment-status.ts'
import { Moment } from '#shop/values/moment.tsx'
import { checkIcon, Icon } from '#ui/icon.tsx'

const dots = {
  done: 'border-berry bg-berry text-paper',
  now: 'border-berry bg-paper ring-4 ring-blush',
  next: 'border-stroke bg-paper',
}

const layouts = {
  down: { list: '', step: 'grid grid-cols-[1.75rem_1fr] gap-x-3 pb-5 last:pb-0' },
  across: {
    list: 'grid-flow-col auto-cols-fr gap-x-1 text-xs max-[22rem]:-mx-3 max-[22rem]:gap-x-0 max-[22rem]:tracking-tighter sm:text-sm',
    step: 'grid justify-items-center content-start gap-1.5 text-center wrap-anywhere',
  },
}

interface TimelineListProps {
  steps: readonly TimelineStep[]
  layout?: keyof typeof layouts
}

/** The steps of an order; down the page each with its time, if it is known. */
export function TimelineList({ steps, layout = 'down' }: TimelineListProps) {
  const isDown = layout === 'down'
  return (
    <ol aria-label="Timeline of the order" className={`grid ${layouts[layout].list}`}>
      {steps.map(({ label, at, state }, index) => (
        <li
          key={label}
          aria-current={state === 'now' ? 'step' : undefined}
          className={`relative ${layouts[layout].step}`}
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={`absolute ${isDown ? 'top-6 bottom-0 left-3 w-0.5' : 'top-[0.7rem] right-[calc(-50%+0.75rem)] left-[calc(50%+0.75rem)] h-0.5'} ${state === 'done' ? 'bg-berry' : 'bg-line'}`}
            />
          )}
          <span
            aria-hidden="true"
            className={`z-1 mt-0.5 grid size-6 place-items-center rounded-pill border-2 ${dots[state]}`}
          >
            {state === 'done' && <Icon path={checkIcon} size={14} className="stroke-3" />}
          </span>
          <span className={state === 'next' ? 'text-cocoa-soft' : ''}>
            <span className={state === 'now' ? 'font-semibold' : ''}>{label}</span>
            {state === 'next' && <span className="sr-only">, still to come</span>}
            {isDown && at && <Moment at={at} className="block text-sm text-cocoa-soft" />}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** A step of an order, as the timeline shows it. */
export interface TimelineStep {
  label: string
  /** When it was taken, ISO 8601; null if that is not known or it is still to come. */
  at: string | null
  state: 'done' | 'now' | 'next'
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
