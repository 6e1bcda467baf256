import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/loading.tsx'

interface SlotsAskedProps {
  what: 'delivery' | 'pickup'
  /** Why there is no answer; left out while one is awaited. */
  failed?: string
  onAgain: () => void
}

/** What is seen where slots will be, or would be. */
export function SlotsAsked({ what, failed, onAgain }: SlotsAskedProps) {
  if (failed === undefined) {
    return (
      <div role="status" aria-label={`Looking for ${what} times`} className="grid gap-3">
        <Skeleton className="h-12" />
        <Skeleton className="h-24" />
      </div>
    )
  }
  return (
    <div role="alert" className="grid justify-items-start gap-2">
      <p className="text-sm font-medium text-chilli">{failed}</p>
      <Button variant="secondary" size="small" onClick={onAgain}>
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
