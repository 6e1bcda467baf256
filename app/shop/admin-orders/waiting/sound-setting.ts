import { useSyncExternalStore } from 'react'
import { browserStorage } from '#ui/browser-storage.ts'

const key = 'cakewala:order-sound'
const listeners = new Set<() => void>()
/** Null until it was read from the browser's storage. */
let on: boolean | null = null

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Whether this browser shall make a sound when an order comes in; not at first. */
export function isSoundOn(): boolean {
  on ??= browserStorage('localStorage').getItem(key) === 'on'
  return on
}

/** As {@link isSoundOn}, for a component; off on the server and until the page is hydrated. */
export function useIsSoundOn(): boolean {
  return useSyncExternalStore(subscribe, isSoundOn, () => false)
}

export function setSound(next: boolean) {
  on = next
  try {
    browserStorage('localStorage').setItem(key, next ? 'on' : 'off')
  } catch {
    // No room left: it holds as long as the page is open.
  }
  for (const listener of listeners) listener()
}
