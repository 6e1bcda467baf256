import { useSyncExternalStore } from 'react'
import { browserStorage } from '#ui/browser-storage.ts'
import { useHydrated } from '#ui/hydration.tsx'
import { addLine, clearCart, decrease, increase, removeLine } from './cart.ts'
import type { CartLine } from './cart-line.ts'
import { cartKey, readCart, writeCart } from './cart-storage.ts'

const none: readonly CartLine[] = []
const listeners = new Set<() => void>()
/**
 * Null until it was read from local storage, and again after another tab changed it. A browser that refuses
 * storage still has a cart, as long as the page is open.
 */
let lines: readonly CartLine[] | null = null

function current(): readonly CartLine[] {
  lines ??= readCart(browserStorage('localStorage'))
  return lines
}

function change(next: readonly CartLine[]) {
  lines = next
  writeCart(browserStorage('localStorage'), next)
  for (const listener of listeners) listener()
}

function reload() {
  lines = null
  for (const listener of listeners) listener()
}

function otherTabChanged({ key }: StorageEvent) {
  if (key === cartKey || key === null) reload()
}

/** A page restored by Back does not know what was ordered meanwhile. */
function shownAgain({ persisted }: PageTransitionEvent) {
  if (persisted) reload()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    addEventListener('storage', otherTabChanged)
    addEventListener('pageshow', shownAgain)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    removeEventListener('storage', otherTabChanged)
    removeEventListener('pageshow', shownAgain)
  }
}

/** The lines as they are now, for what is no component. */
export const cart = { subscribe, current }

/** The cart of this browser, in step across its tabs; empty on the server and until the page is hydrated. */
export function useCart(): readonly CartLine[] {
  return useSyncExternalStore(subscribe, current, () => none)
}

/** Whether the cart is known yet: not on the server, where nobody has one. */
export function useCartIsLoaded(): boolean {
  return useHydrated()
}

/** Adds a line; `capped` if the stock allowed only less. */
export function addToCart(line: CartLine): { capped: boolean } {
  const { lines: next, capped } = addLine(current(), line)
  change(next)
  return { capped }
}

/** One more or one less of a line, never below 1. */
export function changeAmount(id: string, by: 1 | -1) {
  change(by === 1 ? increase(current(), id) : decrease(current(), id))
}

export function removeFromCart(id: string) {
  change(removeLine(current(), id))
}

/** Puts lines into the cart that are not in it yet. Repeating it changes nothing. */
export function addMissingLines(lines: readonly CartLine[]) {
  const ids = new Set(current().map(({ id }) => id))
  change([...current(), ...lines.filter(({ id }) => !ids.has(id))])
}

export function emptyCart() {
  change(clearCart())
}
