import type { ReactNode } from 'react'
import { checkIcon, Icon } from '../icon.tsx'

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

export interface Step {
  label: string
  state: 'done' | 'now' | 'next'
}

interface StepsProps<Shown extends Step> {
  label: string
  steps: readonly Shown[]
  layout: keyof typeof layouts
  /** More of a step. */
  children?: (step: Shown) => ReactNode
}

/** How far something is: a dot for each step, joined by a line. */
export function Steps<Shown extends Step>({ label, steps, layout, children }: StepsProps<Shown>) {
  const isDown = layout === 'down'
  return (
    <ol aria-label={label} className={`grid ${layouts[layout].list}`}>
      {steps.map((step, index) => (
        <li
          key={step.label}
          aria-current={step.state === 'now' ? 'step' : undefined}
          className={`relative ${layouts[layout].step}`}
        >
          {index < steps.length - 1 && (
            <span
              aria-hidden="true"
              className={`absolute ${isDown ? 'top-6 bottom-0 left-3 w-0.5' : 'top-[0.7rem] right-[calc(-50%+0.75rem)] left-[calc(50%+0.75rem)] h-0.5'} ${step.state === 'done' ? 'bg-berry' : 'bg-line'}`}
            />
          )}
          <span
            aria-hidden="true"
            className={`z-1 mt-0.5 grid size-6 place-items-center rounded-pill border-2 ${dots[step.state]}`}
          >
            {step.state === 'done' && <Icon path={checkIcon} size={14} className="stroke-3" />}
          </span>
          <span className={step.state === 'next' ? 'text-cocoa-soft' : ''}>
            <span className={step.state === 'now' ? 'font-semibold' : ''}>{step.label}</span>
            {step.state === 'next' && <span className="sr-only">, still to come</span>}
            {children?.(step)}
          </span>
        </li>
      ))}
    </ol>
  )
}
