import { useSyncExternalStore } from 'react'
import { type CartPrice, type PricedLine, priceCart } from '#shop/cart/price-cart.ts'
import type { DeliveryTerms } from '#shop/delivery/delivery-charge.ts'
import { type DeliveryAddress, joinAddress, pincodePattern } from '#shop/values/india-address.ts'
import { kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { browserStorage } from '#ui/browser-storage.ts'

/** Where the browser keeps the address parts, from one visit to the next. */
export const addressKey = 'cakewala:user-address'
/** Where the browser keeps the delivery time and its slot, for one visit. */
export const deliveryKey = 'cakewala:delivery-time'
export const slotKey = 'cakewala:delivery-slot'

/** Where and when a cart is delivered. `deliveryAt` is Kolkata's wall clock, 'YYYY-MM-DDTHH:mm'; '' is 'not said yet'. */
export interface ShippingDetails extends DeliveryAddress {
  deliveryAt: string
  /** Where the shop has slots: the one that begins at `deliveryAt`. */
  slot: ChosenSlot | null
}

/** A slot as it was chosen, with what the server said it costs; the server decides again when it is ordered. */
export interface ChosenSlot {
  /** Its start, as `deliveryAt`. */
  deliveryAt: string
  /** '22 Nov 2026, 6 to 8 pm' */
  text: string
  terms: DeliveryTerms
}

export const emptyShipping: ShippingDetails = {
  ...{ address: '', pincode: '', city: '', deliveryAt: '' },
  slot: null,
}

/** What keeps the details: `lasting` outlives the visit, `visit` does not. */
interface Storages<Ability extends keyof Storage> {
  lasting: Pick<Storage, Ability>
  visit: Pick<Storage, Ability>
}

/** The stored details, whatever is there: what is damaged is empty, and nothing throws. */
export function readShipping({ lasting, visit }: Storages<'getItem'>): ShippingDetails {
  const parts = storedParts(lasting, addressKey)
  const deliveryAt = deliveryTime(visit)
  const slot = storedSlot(visit)
  return {
    address: text(parts.address),
    pincode: text(parts.pincode),
    city: text(parts.city),
    deliveryAt,
    slot: slot?.deliveryAt === deliveryAt ? slot : null,
  }
}

/** Saves the details. A browser without storage (private mode, no space) loses them sooner. */
export function writeShipping(
  { lasting, visit }: Storages<'setItem'>,
  { deliveryAt, slot, ...address }: ShippingDetails,
) {
  try {
    lasting.setItem(addressKey, JSON.stringify(address))
    visit.setItem(deliveryKey, deliveryAt)
    visit.setItem(slotKey, JSON.stringify(slot))
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

/** What the lines cost with their delivery: the one that was chosen, or as usual. */
export function priceCheckout(lines: readonly PricedLine[], { slot }: ShippingDetails): CartPrice {
  return priceCart(lines, slot?.terms)
}

function storedSlot(storage: Pick<Storage, 'getItem'>): ChosenSlot | null {
  const { deliveryAt, text: title, terms } = storedParts(storage, slotKey)
  if (typeof deliveryAt !== 'string' || typeof title !== 'string') return null
  return isTerms(terms) ? { deliveryAt, text: title, terms } : null
}

function isTerms(stored: unknown): stored is DeliveryTerms {
  if (typeof stored !== 'object' || stored === null) return false
  const { feePaise, freeFromPaise, surchargePaise } = stored as Record<string, unknown>
  const amounts = [feePaise, freeFromPaise ?? 0, surchargePaise]
  return amounts.every((paise) => Number.isSafeInteger(paise) && Number(paise) >= 0)
}

function storedParts(storage: Pick<Storage, 'getItem'>, key: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null')
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
  saveShipping({ ...current(), deliveryAt: '', slot: null })
}
