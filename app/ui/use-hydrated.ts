import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** Whether the page listens yet: not on the server, and not before the browser has taken its page over. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
