import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { systemClock } from '#platform/clock.ts'
import type { SavedAddress } from '#shop/address-book/saved-address.schema.ts'
import { savePincode } from '#shop/delivery/deliver-to/delivery-address.ts'
import { useAddressQuestion, useFilledCity } from '#shop/values/address-fields.tsx'
import { pincodePattern } from '#shop/values/india-address.ts'
import { cityOfPincode } from '#shop/values/pincode-city.ts'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { saveForNextOrder, startingAddress } from './saved-addresses.tsx'
import { isPickup, saveShipping, saveSlot, toGift, useShipping } from './shipping-details.ts'
import { startingFields, storedTyped, type TypedShipping } from './typed-shipping.ts'

export interface ShippingTerms {
  leadHours: number
  /** Whether the form has slots or a time field. */
  hasZones: boolean
  /** The shop's address; null without pickup. */
  pickupAt: string | null
  /** Null for a guest, who has none. */
  addresses: readonly SavedAddress[] | null
}

/** Starts with the data stored in the browser, so it runs only there. */
export function useShippingForm({ leadHours, hasZones, pickupAt, addresses }: ShippingTerms) {
  const navigate = useNavigate()
  const saved = useShipping()
  const [start] = useState(() =>
    startingFields(storedTyped.current(), saved, startingAddress(saved, addresses ?? [])),
  )
  const [pincode, setPincode] = useState(start.pincode)
  const [picksUp, setPicksUp] = useState(pickupAt !== null && isPickup(saved))
  const [isForOther, setIsForOther] = useState(start.isForOther)
  const [isSurprise, setSurprise] = useState(start.gift.recipient?.surprise ?? false)
  const [cameWithAddress, setCameWithAddress] = useState(false)
  const [isServed, setServed] = useState(true)
  /** What was typed for the other of the two. */
  const otherPlace = useRef({ address: '', pincode: '', city: '' })

  const loadSchema = async () => {
    const { pickupSchema, shippingSchemaAt, slotShippingSchema, unservedSchema, withRecipient } =
      await import('./shipping.schema.ts')
    if (picksUp) return pickupSchema
    const slotSchema = isServed ? slotShippingSchema : unservedSchema
    const schema = hasZones ? slotSchema : shippingSchemaAt(systemClock, leadHours)
    return isForOther ? withRecipient(schema) : schema
  }
  const { asks, question } = useAddressQuestion((said) => {
    changePincode(said)
    void form.fill('pincode', said)
  })
  const send = async (typed: TypedShipping) => {
    const { address, pincode, city, deliveryAt } = typed
    if (!picksUp && asks(typed)) return
    const gift = picksUp ? saved.gift : toGift(typed)
    const slot = hasZones ? saved.slot : null
    saveShipping({ address, pincode, city, deliveryAt, slot, gift })
    storedTyped.save(null)
    if (typed.saveForNext && addresses) {
      await saveForNextOrder(typed, { recipient: gift.recipient, addresses })
    }
    await navigate('/confirmOrder')
  }
  const form = useSchemaForm(loadSchema, send, storedTyped.save)
  const { filledCity, fillCity } = useFilledCity(form, start.pincode)

  // A stored time may have passed: the error is shown at once, not only after sending.
  const checkSavedTime = useEffectEvent(
    () => !hasZones && saved.deliveryAt && form.check('deliveryAt'),
  )
  useEffect(() => void checkSavedTime(), [])
  // Said as soon as it is known, and taken back with the next pincode.
  const checkPincode = useEffectEvent(
    (served: boolean) => (!served || form.field('pincode').error) && form.check('pincode'),
  )
  useEffect(() => void checkPincode(isServed), [isServed])

  function takePincode(typed: string) {
    setPincode(typed)
    setServed(true)
    if (pincodePattern.test(typed)) savePincode(typed)
  }

  function changePincode(typed: string) {
    takePincode(typed)
    fillCity(typed)
  }

  /** Each of the two has its own place. */
  function changeForWhom(other: boolean) {
    const shownCity = form.textOf('city')
    const typedCity = shownCity === filledCity.current ? '' : shownCity
    const { address, pincode, city } = otherPlace.current
    otherPlace.current = {
      address: form.textOf('address'),
      pincode: form.textOf('pincode'),
      city: typedCity,
    }
    setIsForOther(other)
    takePincode(pincode)
    filledCity.current = cityOfPincode(pincode)
    void form.fill('address', address)
    void form.fill('pincode', pincode)
    void form.fill('city', city || filledCity.current)
  }

  function changeSurprise(surprise: boolean) {
    setSurprise(surprise)
    if (form.field('address').error) void form.check('address')
  }

  async function fillIn({ name, mobile, address, pincode, city }: SavedAddress) {
    changePincode(pincode)
    // The recipient of a previously chosen address does not live at this one.
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
    slot: saved.slot,
    start,
    pincode,
    changePincode,
    fillIn,
    picksUp,
    changeToPickup,
    isForOther,
    changeForWhom,
    isSurprise,
    changeSurprise,
    setServed,
    question,
  }
}
