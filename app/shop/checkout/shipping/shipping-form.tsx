import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { systemClock } from '#platform/clock.ts'
import { call } from '#platform/http/api-client.ts'
import type { saveAddressEndpoint } from '#shop/address-book/change-address-book.server.ts'
import type { SavedAddress } from '#shop/address-book/saved-address.schema.ts'
import { maxLabel } from '#shop/address-book/saved-address.ts'
import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import { savePincode } from '#shop/delivery/deliver-to/delivery-address.ts'
import type { Gift } from '#shop/orders/gift/gift.ts'
import { useAddressQuestion, useFilledCity } from '#shop/values/address-fields.tsx'
import { type DeliveryAddress, pincodePattern } from '#shop/values/india-address.ts'
import { cityOfPincode, followPincode, withPincode } from '#shop/values/pincode-city.ts'
import { showProblem } from '#shop/values/use-action.ts'
import { createStored, fieldsOf, textOf } from '#ui/browser-storage.ts'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import {
  type GiftForm,
  isPickup,
  type ShippingDetails,
  saveShipping,
  saveSlot,
  toGift,
  useShipping,
  withTypedNote,
} from './shipping-details.ts'

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

/** What the fields of the page hold, by their names. */
type TypedShipping = DeliveryAddress &
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

interface SavedAddressesProps {
  addresses: readonly SavedAddress[]
  onChoose: (saved: SavedAddress) => void
}

/** Nothing if the address book is empty. */
export function SavedAddresses({ addresses, onChoose }: SavedAddressesProps) {
  const [chosen, setChosen] = useState('')
  if (addresses.length === 0) return null
  return (
    <ChoiceChips
      legend="Saved addresses"
      name="savedAddress"
      choices={addresses.map(({ id, label, pincode }) => ({ value: id, label, note: pincode }))}
      value={chosen}
      onChange={(id) => {
        setChosen(id)
        const saved = addresses.find((each) => each.id === id)
        if (saved) onChoose(saved)
      }}
    />
  )
}

/** The browser's last delivery address, or the customer's default. */
export function startingAddress(
  known: DeliveryAddress,
  addresses: readonly SavedAddress[],
): DeliveryAddress {
  const own = addresses.find(({ isDefault, name }) => isDefault && name === '')
  const isKnown = known.address !== '' || (known.pincode !== '' && known.pincode !== own?.pincode)
  return isKnown ? known : (own ?? known)
}

type Recipient = Pick<SavedAddress, 'name' | 'mobile'>

/**
 * Saves the address and its recipient, unless they are saved already. A failure is shown and does not block the order.
 */
async function saveForNextOrder(
  { address, pincode, city }: DeliveryAddress,
  { recipient, addresses }: { recipient: Recipient | null; addresses: readonly SavedAddress[] },
) {
  const isSaved = addresses.some((saved) => saved.address === address && saved.pincode === pincode)
  if (isSaved || address === '') return
  const { name = '', mobile = '' } = recipient ?? {}
  const label = name.slice(0, maxLabel) || 'Home'
  const isDefault = addresses.length === 0 && name === ''
  await call<typeof saveAddressEndpoint>('POST /account/addresses', {
    body: { label, name, mobile, address, pincode, city, isDefault },
  }).catch(showProblem)
}
