import { useEffect, useMemo } from 'react'
import { useRevalidator } from 'react-router'

/** How long to wait for more to happen before the page is loaded again, ms. */
const gatherMs = 200

/** Loads the page again, once for a burst of calls. */
export function useReloadSoon(): () => void {
  const { revalidate } = useRevalidator()
  const gathered = useMemo(() => coalesceCalls(revalidate, gatherMs), [revalidate])
  useEffect(() => gathered.stop, [gathered])
  return gathered.call
}

/**
 * Runs `work` for many calls at once: soon after the first one, and once more when another came while it ran.
 * `stop` forgets what is still to run.
 */
export function coalesceCalls(work: () => Promise<unknown>, withinMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let again = false

  async function run() {
    timer = undefined
    running = true
    await work().finally(() => {
      running = false
    })
    if (again) call()
    again = false
  }

  function call() {
    if (running) again = true
    else timer ??= setTimeout(run, withinMs)
  }

  return { call, stop: () => clearTimeout(timer) }
}
