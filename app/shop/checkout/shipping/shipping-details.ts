import { useSyncExternalStore } from 'react'
import { type DeliveryAddress, joinAddress, pincodePattern } from '#shop/values/india-address.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { browserStorage } from '#ui/browser-storage.ts'

/** Where the browser keeps the address parts, from one visit to the next. */
export const addressKey = 'cakewala:user-address'
/** Where the browser keeps the delivery time, for one visit. */
export const deliveryKey = 'cakewala:delivery-time'

/** Where and when a cart is delivered. `deliveryAt` is Kolkata's wall clock, 'YYYY-MM-DDTHH:mm'; '' is 'not said yet'. */
export interface ShippingDetails extends DeliveryAddress {
  deliveryAt: string
}

export const emptyShipping: ShippingDetails = { address: '', pincode: '', city: '', deliveryAt: '' }

/** What keeps the details: `lasting` outlives the visit, `visit` does not. */
interface Storages<Ability extends keyof Storage> {
  lasting: Pick<Storage, Ability>
  visit: Pick<Storage, Ability>
}

/** The stored details, whatever is there: what is damaged is empty, and nothing throws. */
export function readShipping({ lasting, visit }: Storages<'getItem'>): ShippingDetails {
  const parts = storedParts(lasting)
  return {
    address: text(parts.address),
    pincode: text(parts.pincode),
    city: text(parts.city),
    deliveryAt: deliveryTime(visit),
  }
}

/** Saves the details. A browser without storage (private mode, no space) loses them sooner. */
export function writeShipping(
  { lasting, visit }: Storages<'setItem'>,
  { deliveryAt, ...address }: ShippingDetails,
) {
  try {
    lasting.setItem(addressKey, JSON.stringify(address))
    visit.setItem(deliveryKey, deliveryAt)
  } catch {
    // The page still has them.
  }
}

/** Whether an order can be made of it; that the time is still to be had is checked when it is ordered. */
export function isShippingComplete(details: ShippingDetails): boolean {
  const { address, pincode, city, deliveryAt } = details
  return Boolean(address && city) && pincodePattern.test(pincode) && isTime(deliveryAt)
}

/** The address line of the order: address, pincode and city joined by commas. */
export function addressLine(details: ShippingDetails): string {
  return joinAddress(details)
}

function storedParts(storage: Pick<Storage, 'getItem'>): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(addressKey) ?? 'null')
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}

function deliveryTime(storage: Pick<Storage, 'getItem'>): string {
  try {
    const stored = storage.getItem(deliveryKey) ?? ''
    return isTime(stored) ? stored : ''
  } catch {
    return ''
  }
}

function isTime(local: string) {
  return !Number.isNaN(kolkataToInstant(local).getTime())
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

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
  return useSyncExternalStore(subscribe, current, () => emptyShipping)
}

export function saveShipping(next: ShippingDetails) {
  details = next
  writeShipping(storages(), next)
  for (const listener of listeners) listener()
}

/** After an order the address stays for the next one, the delivery time does not. */
export function clearDeliveryTime() {
  saveShipping({ ...current(), deliveryAt: '' })
}
