import { CakeSlice, Check, CircleX, Truck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Order } from './order.schema.ts'
import { orderProgress } from './order-progress.ts'

/** The small line that says how far an order is: ordered, prepared, delivered when. */
export function ProgressLine({ order }: { order: Order }) {
  const { label, wanted, prepared } = orderProgress(order.order)
  if (label === 'Cancelled' || label === 'Closed') return <Ended text={label} />
  const partly = prepared > 0 && prepared < wanted
  return (
    <ol
      aria-label="Where your order stands"
      className="grid grid-cols-3 gap-x-2 text-sm sm:flex sm:items-center sm:gap-x-0"
    >
      <Step done icon={<Check size={16} />} text="Ordered" />
      <Step
        done={label === 'Prepared'}
        icon={<CakeSlice size={16} />}
        text={partly ? `${prepared} of ${wanted} prepared` : 'Prepared'}
      />
      <Step done={false} icon={<Truck size={16} />} text="Delivery" />
    </ol>
  )
}

interface StepProps {
  done: boolean
  icon: ReactNode
  text: string
}

function Step({ done, icon, text }: StepProps) {
  return (
    <li className="group flex flex-col gap-1.5 sm:flex-row sm:items-center sm:gap-2">
      <span
        aria-hidden="true"
        className="ml-3 hidden h-0.5 w-8 bg-line group-first:hidden sm:block"
      />
      <span
        aria-hidden="true"
        className={`grid size-7 place-items-center rounded-pill ${done ? 'bg-pistachio text-paper' : 'bg-blush text-cocoa-soft'}`}
      >
        {icon}
      </span>
      <span className={done ? 'font-semibold' : 'text-cocoa-soft'}>
        {text}
        <span className="sr-only">{done ? ' (done)' : ' (to come)'}</span>
      </span>
    </li>
  )
}

function Ended({ text }: { text: string }) {
  return (
    <p className="flex items-center gap-2 text-sm font-semibold text-cocoa-soft">
      <CircleX size={18} aria-hidden="true" />
      {text}
    </p>
  )
}
