import { startTransition, useEffect, useRef, useState } from 'react'
import { useNavigation } from 'react-router'

/** A spinner in the colour of the text. Words beside it must say what is loading. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="inline-block size-[1.1em] animate-spin rounded-pill border-2 border-current border-r-transparent"
    />
  )
}

/** A grey placeholder. `className` sets its size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span aria-hidden="true" className={`block animate-pulse rounded-field bg-line ${className}`} />
  )
}

interface ProgressBarProps {
  label: string
  /** 0 to 1; undefined while the progress is unknown. */
  value?: number
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      max={1}
      value={value}
      className="block h-2 w-full appearance-none overflow-hidden rounded-pill bg-line accent-berry indeterminate:animate-pulse indeterminate:bg-stroke [&::-moz-progress-bar]:bg-berry indeterminate:[&::-moz-progress-bar]:bg-stroke [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-berry [&::-webkit-progress-value]:transition-[inline-size]"
    />
  )
}

/** A line at the top of the window while another page loads, unless that is quick. */
export function LoadingLine() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-50 h-1 origin-left animate-approach bg-berry print:hidden"
    />
  )
}

/**
 * One press at a time: busy until the work of a press has ended, and other presses meanwhile do nothing. Work that goes to
 * another page awaits `navigate()`.
 */
export function useBusy() {
  const [busy, setBusy] = useState(false)
  const isRunning = useRef(false)
  useEffect(() => {
    isRunning.current = busy
  }, [busy])

  /** @returns what `work` returns; undefined if another press is busy */
  async function whileBusy<T>(work: () => Promise<T>): Promise<T | undefined> {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      return await work()
    } finally {
      // The router shows the next page in a transition: the button must not be free before.
      startTransition(() => setBusy(false))
    }
  }

  return { busy, whileBusy }
}
