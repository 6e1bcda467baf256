import { startTransition, useEffect, useRef, useState } from 'react'

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
