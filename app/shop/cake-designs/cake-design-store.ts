import { useSyncExternalStore } from 'react'
import { browserStorage } from '#ui/browser-storage.ts'
import { type CakeDesign, firstDesign, isCakeDesign } from './cake-design.ts'

const key = 'cake-design'
const listeners = new Set<() => void>()
/** Null until it was read from the browser's storage. */
let design: CakeDesign | null = null

function current(): CakeDesign {
  design ??= readDesign(browserStorage('sessionStorage').getItem(key))
  return design
}

/** The design that was kept; the one to begin with for what is none. */
function readDesign(text: string | null): CakeDesign {
  try {
    const kept: unknown = JSON.parse(text ?? '')
    return isCakeDesign(kept) ? kept : firstDesign
  } catch {
    return firstDesign
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The design that is being made, which outlives a reload; the one to begin with until the page is hydrated. */
export function useCakeDesign(): CakeDesign {
  return useSyncExternalStore(subscribe, current, () => firstDesign)
}

/** Keeps a design for this visit. */
export function saveCakeDesign(next: CakeDesign) {
  design = next
  try {
    browserStorage('sessionStorage').setItem(key, JSON.stringify(next))
  } catch {
    // Without room for it, it lasts until the page is left.
  }
  for (const listener of listeners) listener()
}
