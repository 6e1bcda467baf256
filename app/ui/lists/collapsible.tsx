import type { ReactNode } from 'react'
import { chevronDownIcon, Icon } from '../icon.tsx'

interface CollapsibleProps {
  title: string
  /** Beside the title, also visible while it is closed: a count. */
  aside?: ReactNode
  /** Whether it is open at first. */
  open?: boolean
  id?: string
  children: ReactNode
}

/** A section with a heading (h2) that opens and closes it; the browser's own <details>, so it works without script. */
export function Collapsible({ title, aside, open, id, children }: CollapsibleProps) {
  return (
    <details id={id} open={open} className="card group/section">
      <summary className="flex min-h-14 items-center justify-between gap-4 rounded-card px-4 py-2 md:px-6 [&::-webkit-details-marker]:hidden">
        <h2 className="text-xl">{title}</h2>
        <span className="flex items-center gap-3 text-sm text-cocoa-soft">
          <span>{aside}</span>
          <Icon
            path={chevronDownIcon}
            size={20}
            className="transition group-open/section:rotate-180 motion-reduce:transition-none"
          />
        </span>
      </summary>
      <div className="border-t border-line p-4 md:p-6">{children}</div>
    </details>
  )
}
