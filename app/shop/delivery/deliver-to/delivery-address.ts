import { useRouteLoaderData } from 'react-router'
import type { DeliveryAddress } from '#shop/values/india-address.ts'
import { createStored, fieldsOf, textOf } from '#ui/browser-storage.ts'
import { useStored } from '#ui/hydration.tsx'

/** Stored between visits. Its pincode is used on all pages. */
export const storedAddress = createStored('cakewala:user-address', parseAddress)

function parseAddress(stored: unknown): DeliveryAddress {
  const { address, pincode, city } = fieldsOf(stored)
  return {
    address: textOf(address).trim(),
    pincode: textOf(pincode).trim(),
    city: textOf(city).trim(),
  }
}

export function useDeliveryAddress(): DeliveryAddress {
  return useStored(storedAddress)
}

export function saveDeliveryAddress({ address, pincode, city }: DeliveryAddress) {
  storedAddress.save({ address, pincode, city })
}

/** The rest of the address stays: the checkout validates it. */
export function savePincode(pincode: string) {
  saveDeliveryAddress({ ...storedAddress.current(), pincode })
}

/** From the root loader. Without zones pages show no pincode. */
export function useHasZones(): boolean {
  const root = useRouteLoaderData('root') as { hasZones: boolean } | undefined
  return root?.hasZones ?? false
}
