import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { systemClock } from '#platform/clock.ts'
import type { SavedAddress } from '#shop/accounts/address-book/saved-address.schema.ts'
import { savePincode } from '#shop/delivery/deliver-to/delivery-address.ts'
import { pincodePattern } from '#shop/values/india-address.ts'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { type GiftForm, toGift } from '../gift/gift-form.ts'
import { saveForNextOrder, startingAddress } from './saved-addresses.tsx'
import {
  isPickup,
  type ShippingDetails,
  saveShipping,
  saveSlot,
  useShipping,
} from './shipping-details.ts'

export interface ShippingTerms {
  leadHours: number
  /** Whether a slot is chosen, or a time typed. */
  hasZones: boolean
  /** Where a cart can be picked up; null where it cannot. */
  pickupAt: string | null
  /** The customer's address book; null for a guest, who has none. */
  addresses: readonly SavedAddress[] | null
}

type TypedShipping = Omit<ShippingDetails, 'slot' | 'gift'> & GiftForm & { saveForNext?: string }

/** Where, when and for whom, as it is typed. It begins with what the browser has stored, so only there. */
export function useShippingForm({ leadHours, hasZones, pickupAt, addresses }: ShippingTerms) {
  const navigate = useNavigate()
  const saved = useShipping()
  const start = startingAddress(saved, addresses ?? [])
  const [pincode, setPincode] = useState(start.pincode)
  const [picksUp, setPicksUp] = useState(pickupAt !== null && isPickup(saved))
  const [isForOther, setIsForOther] = useState(saved.gift.recipient !== null)
  const [cameWithAddress, setCameWithAddress] = useState(false)

  const loadSchema = async () => {
    const { pickupSchema, shippingSchemaAt, slotShippingSchema, withRecipient } = await import(
      './shipping.schema.ts'
    )
    if (picksUp) return pickupSchema
    const schema = hasZones ? slotShippingSchema : shippingSchemaAt(systemClock, leadHours)
    return isForOther ? withRecipient(schema) : schema
  }
  const form = useSchemaForm(loadSchema, async (typed: TypedShipping) => {
    const { address, pincode, city, deliveryAt } = typed
    const gift = picksUp ? saved.gift : toGift(typed)
    const slot = hasZones ? saved.slot : null
    saveShipping({ address, pincode, city, deliveryAt, slot, gift })
    if (typed.saveForNext && addresses) {
      await saveForNextOrder(typed, { recipient: gift.recipient, addresses })
    }
    await navigate('/confirmOrder')
  })

  // A time from an earlier visit may have passed: shown at once, not only when the form is sent.
  const checkSavedTime = useEffectEvent(
    () => !hasZones && saved.deliveryAt && form.check('deliveryAt'),
  )
  useEffect(() => void checkSavedTime(), [])

  function changePincode(typed: string) {
    setPincode(typed)
    if (pincodePattern.test(typed)) savePincode(typed)
  }

  async function fillIn({ name, mobile, address, pincode, city }: SavedAddress) {
    changePincode(pincode)
    // Who came with an address that was chosen before does not live at this one.
    if (name || cameWithAddress) setIsForOther(name !== '')
    setCameWithAddress(name !== '')
    const fields = {
      address,
      pincode,
      city,
      ...(name && { recipientName: name, recipientMobile: mobile }),
    }
    for (const [field, text] of Object.entries(fields))
      await form.fill(field as keyof TypedShipping, text)
  }

  function changeToPickup(toPickup: boolean) {
    setPicksUp(toPickup)
    saveSlot(null)
  }

  return {
    form,
    saved,
    start,
    pincode,
    changePincode,
    fillIn,
    picksUp,
    changeToPickup,
    isForOther,
    setIsForOther,
  }
}
