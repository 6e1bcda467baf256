import { useSyncExternalStore } from 'react'
import type { DeliveryAddress } from '#shop/values/india-address.ts'
import { browserStorage, readStoredFields, writeStored } from '#ui/browser-storage.ts'

/** Where the browser keeps the address parts, from one visit to the next. Its pincode is the one of all pages. */
export const addressKey = 'cakewala:user-address'

const nowhere: DeliveryAddress = { address: '', pincode: '', city: '' }

/** The stored address, whatever is there: what is damaged is empty, and nothing throws. */
export function readAddress(storage: Pick<Storage, 'getItem'>): DeliveryAddress {
  const { address, pincode, city } = readStoredFields(storage, addressKey)
  return { address: text(address), pincode: text(pincode), city: text(city) }
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

const listeners = new Set<() => void>()
/** Null until it was read from the browser's storage, and again after another tab changed it. */
let address: DeliveryAddress | null = null

function current(): DeliveryAddress {
  address ??= readAddress(browserStorage('localStorage'))
  return address
}

function tellAll() {
  for (const listener of listeners) listener()
}

function otherTabChanged({ key }: StorageEvent) {
  if (key !== addressKey && key !== null) return
  address = null
  tellAll()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) addEventListener('storage', otherTabChanged)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', otherTabChanged)
  }
}

/** Where to deliver, as the customer said; empty on the server and until the page is hydrated. */
export function useDeliveryAddress(): DeliveryAddress {
  return useSyncExternalStore(subscribe, current, () => nowhere)
}

export function saveDeliveryAddress({ address: line, pincode, city }: DeliveryAddress) {
  address = { address: line, pincode, city }
  writeStored(browserStorage('localStorage'), addressKey, address)
  tellAll()
}

/** The rest of the address stays: it is corrected where it is asked for. */
export function savePincode(pincode: string) {
  saveDeliveryAddress({ ...current(), pincode })
}
