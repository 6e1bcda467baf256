import { useSyncExternalStore } from 'react'
import { browserStorage } from '#ui/browser-storage.ts'
import {
  noShipping,
  readShipping,
  type ShippingDetails,
  writeShipping,
} from './shipping-details.ts'

const listeners = new Set<() => void>()
/** Null until it was read from the browser's storage. */
let details: ShippingDetails | null = null

function storages() {
  return { lasting: browserStorage('localStorage'), visit: browserStorage('sessionStorage') }
}

function current(): ShippingDetails {
  details ??= readShipping(storages())
  return details
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Where and when to deliver, as the customer said; empty on the server and until the page is hydrated. */
export function useShipping(): ShippingDetails {
  return useSyncExternalStore(subscribe, current, () => noShipping)
}

export function saveShipping(next: ShippingDetails) {
  details = next
  writeShipping(storages(), next)
  for (const listener of listeners) listener()
}

/** After an order: the address is kept for the next one, the delivery time is not. */
export function forgetDeliveryTime() {
  saveShipping({ ...current(), deliveryAt: '' })
}
