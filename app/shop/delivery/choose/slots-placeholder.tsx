import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/loading.tsx'

interface SlotsPlaceholderProps {
  what: 'delivery' | 'pickup'
  /** Why they could not be loaded; left out while they are loading. */
  error?: string
  onRetry: () => void
}

/** What is seen where slots will be, or would be. */
export function SlotsPlaceholder({ what, error, onRetry }: SlotsPlaceholderProps) {
  if (error === undefined) {
    return (
      <div role="status" aria-label={`Looking for ${what} times`} className="grid gap-3">
        <Skeleton className="h-12" />
        <Skeleton className="h-24" />
      </div>
    )
  }
  return (
    <div role="alert" className="grid justify-items-start gap-2">
      <p className="text-sm font-medium text-chilli">{error}</p>
      <Button variant="secondary" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** What is said of slots, in their place or among them. */
export function SlotNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="col-span-full rounded-field bg-blush p-4 text-sm">
      {children}
    </p>
  )
}
