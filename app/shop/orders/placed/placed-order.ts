import { placedOrderKey } from '#shop/cart/cart-store.ts'
import { createStored } from '#ui/browser-storage.ts'
import { useStored } from '#ui/hydration.tsx'

/** Stored in the browser that placed the order, until it is dismissed, cancelled or delivered. */
export interface PlacedOrder {
  number: number
  email: string
  /** Instants in ISO 8601. */
  placedAt: string
  deliveryAt: string
  /** 'Sun 22 Nov, 6 to 8 pm'; left out without a slot. */
  slot?: string
  pickup?: boolean
  addressMissing?: boolean
  /** '2 × Mango Cream Cake' */
  cakes: string[]
  hasCustom: boolean
}

/** The last order of this browser; null for none. */
const placedOrder = createStored(placedOrderKey, parsePlacedOrder)

export function usePlacedOrder(): PlacedOrder | null {
  return useStored(placedOrder)
}

export function savePlacedOrder(order: PlacedOrder) {
  placedOrder.save(order)
}

/** Removes the order, unless a newer one was placed. */
export function forgetPlacedOrder(number: number) {
  if (placedOrder.current()?.number === number) placedOrder.save(null)
}

/** Null if there is none or it is damaged. */
export function parsePlacedOrder(stored: unknown): PlacedOrder | null {
  return isPlacedOrder(stored) ? stored : null
}

function isPlacedOrder(order: unknown): order is PlacedOrder {
  const {
    number,
    email,
    placedAt,
    deliveryAt,
    slot,
    pickup = false,
    addressMissing = false,
    cakes,
    hasCustom,
  } = Object(order)
  return (
    typeof number === 'number' &&
    [hasCustom, pickup, addressMissing].every((yes) => typeof yes === 'boolean') &&
    typeof email === 'string' &&
    (slot === undefined || typeof slot === 'string') &&
    [placedAt, deliveryAt].every((instant) => !Number.isNaN(Date.parse(instant))) &&
    Array.isArray(cakes) &&
    cakes.every((cake) => typeof cake === 'string')
  )
}
