import type { Gift } from '#shop/orders/gift/gift.ts'
import { type DeliveryAddress, pincodePattern } from '#shop/values/india-address.ts'
import { followPincode, withPincode } from '#shop/values/pincode-city.ts'
import { createStored, fieldsOf, textOf } from '#ui/browser-storage.ts'
import { type GiftForm, type ShippingDetails, toGift, withTypedNote } from './shipping-details.ts'

/** What the fields of the page hold, by their names. */
export type TypedShipping = DeliveryAddress &
  Pick<ShippingDetails, 'deliveryAt'> &
  GiftForm & { saveForNext?: string }

/** What is typed before it is sent, so that a reload or a look at another page loses nothing. */
export const storedTyped = createStored('cakewala:typed-shipping', parseTyped, { visit: true })

function parseTyped(stored: unknown): Record<string, string> | null {
  if (typeof stored !== 'object' || stored === null) return null
  return Object.fromEntries(
    Object.entries(fieldsOf(stored)).map(([name, text]) => [name, textOf(text)]),
  )
}

interface StartingFields extends DeliveryAddress {
  isForOther: boolean
  deliveryAt: string
  gift: Gift
  savesForNext: boolean
}

/**
 * What the fields start with: what was typed last, or else what was sent before. The pincode may have been changed on
 * another page since.
 *
 * @param address where an order of before went
 */
export function startingFields(
  typed: Record<string, string> | null,
  { deliveryAt, gift, pincode }: ShippingDetails,
  address: DeliveryAddress,
): StartingFields {
  if (!typed) {
    return {
      ...address,
      city: followPincode(address.city, '', address.pincode),
      isForOther: gift.recipient !== null,
      deliveryAt,
      gift: withTypedNote(gift),
      savesForNext: false,
    }
  }
  const { address: street = '', pincode: typedPincode = '', city = '' } = typed
  const place = { address: street, pincode: typedPincode, city }
  return {
    ...(pincodePattern.test(pincode) ? withPincode(place, pincode) : place),
    isForOther: typed.forWhom === 'other',
    deliveryAt: typed.deliveryAt ?? deliveryAt,
    gift: withTypedNote(toGift(typed)),
    savesForNext: typed.saveForNext === 'on',
  }
}
