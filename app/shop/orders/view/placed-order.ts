import { useSyncExternalStore } from 'react'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { browserStorage, parseStored, readStoredText, writeStored } from '#ui/browser-storage.ts'

/** The key in local storage. The page's first script reads it too. */
export const placedOrderKey = 'cakewala:placed-order'

/** What the browser that placed an order remembers of it, until it is dismissed, cancelled or delivered. */
export interface PlacedOrder {
  number: number
  /** Where its mail went, and whose order it is. */
  email: string
  /** Instants in ISO 8601. */
  placedAt: string
  deliveryAt: string
  /** '22 Nov 2026, 6 to 8 pm'; left out where it has no slot. */
  slot?: string
  /** It is picked up. */
  pickup?: boolean
  /** '2 × Mango Cream Cake' */
  cakes: string[]
  hasCustom: boolean
}

const listeners = new Set<() => void>()

function notifyAll() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', notifyAll)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', notifyAll)
  }
}

/** The order that this browser placed last; null on the server and until the page is hydrated. */
export function usePlacedOrder(): PlacedOrder | null {
  const stored = useSyncExternalStore(
    subscribe,
    () => readStoredText(browserStorage('localStorage'), placedOrderKey),
    () => null,
  )
  return parsePlacedOrder(stored)
}

/** A browser without storage, or without space, does not remember the order. */
export function savePlacedOrder(order: PlacedOrder) {
  writeStored(browserStorage('localStorage'), placedOrderKey, order)
  notifyAll()
}

/** Forgets the order, unless another was placed since. */
export function forgetPlacedOrder(number: number) {
  const storage = browserStorage('localStorage')
  if (parsePlacedOrder(readStoredText(storage, placedOrderKey))?.number !== number) return
  storage.removeItem(placedOrderKey)
  notifyAll()
}

/** The stored order; null when there is none or it is damaged. */
export function parsePlacedOrder(stored: string | null): PlacedOrder | null {
  const order = parseStored(stored)
  return isPlacedOrder(order) ? order : null
}

/** Whether the day of its delivery is over. */
export function isDelivered({ deliveryAt }: PlacedOrder, now: Date): boolean {
  return kolkataDay(new Date(deliveryAt)) < kolkataDay(now)
}

function isPlacedOrder(order: unknown): order is PlacedOrder {
  const {
    number,
    email,
    placedAt,
    deliveryAt,
    slot,
    pickup = false,
    cakes,
    hasCustom,
  } = Object(order)
  return (
    typeof number === 'number' &&
    [hasCustom, pickup].every((yes) => typeof yes === 'boolean') &&
    typeof email === 'string' &&
    (slot === undefined || typeof slot === 'string') &&
    [placedAt, deliveryAt].every((instant) => !Number.isNaN(Date.parse(instant))) &&
    Array.isArray(cakes) &&
    cakes.every((cake) => typeof cake === 'string')
  )
}
