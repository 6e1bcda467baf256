import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { systemClock } from '#platform/clock.ts'
import { addressesOf } from '#shop/accounts/address-book/address-book.store.server.ts'
import type { SavedAddress } from '#shop/accounts/address-book/saved-address.schema.ts'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { DeliveryTime } from '#shop/delivery/choose/delivery-time.tsx'
import { DeliveryOrPickup } from '#shop/delivery/choose/slot-picker.tsx'
import { savePincode } from '#shop/delivery/deliver-to/delivery-address.ts'
import { hasPickup, hasZones } from '#shop/delivery/delivery-plan.ts'
import { type DataKind, kindsInNotice } from '#shop/privacy/data-kinds.ts'
import { PrivacyNotice } from '#shop/privacy/privacy-notice.tsx'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import { leadHoursOf } from '#shop/values/delivery-slot.ts'
import { pincodePattern } from '#shop/values/india-address.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxField } from '#ui/forms/field.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { CheckoutFrame } from '../checkout-frame.tsx'
import { requireCheckout } from '../require-checkout.server.ts'
import type { Route } from './+types/shipping.page.ts'
import {
  AddressFields,
  SavedAddresses,
  saveForNextOrder,
  startingAddress,
} from './address-fields.tsx'
import { CardFields, ForWhom, RecipientFields, RiderNoteField } from './gift-fields.tsx'
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
import { SlotChooser } from './slot-chooser.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { id, isGuest } = await requireCheckout(request, app)
  const { customLeadHours } = app.shop
  const plan = app.deliveryPlan.current()
  const pickupAt = hasPickup(plan) ? app.shop.address : null
  return {
    customLeadHours,
    hasZones: hasZones(plan),
    pickupAt,
    kinds: kindsInNotice('checkout'),
    addresses: isGuest ? null : await addressesOf(app.db, id),
  }
}

export const handle: PageHandle = { frame: 'checkout' }

export const meta: Route.MetaFunction = () => [
  { title: 'Shipping Details | Cakewala' },
  { name: 'robots', content: 'noindex' },
]

export default function ShippingPage({ loaderData }: Route.ComponentProps) {
  return (
    <CheckoutFrame step={0} title="Shipping Details">
      {(lines) => (
        <ShippingForm
          lines={lines}
          leadHours={leadHoursOf(lines, loaderData)}
          hasZones={loaderData.hasZones}
          pickupAt={loaderData.pickupAt}
          kinds={loaderData.kinds}
          addresses={loaderData.addresses}
        />
      )}
    </CheckoutFrame>
  )
}

interface ShippingFormProps extends ShippingTerms {
  lines: readonly CartLine[]
  kinds: readonly DataKind[]
}

/** Only in the browser, because it needs storage. */
function ShippingForm({ lines, kinds, ...terms }: ShippingFormProps) {
  const { leadHours, hasZones, pickupAt, addresses } = terms
  const { form, saved, start, pincode, picksUp, isForOther, ...change } = useShippingForm(terms)
  const giftFields = { field: form.field, saved: withTypedNote(saved.gift) }
  return (
    <form {...form.props} className="card grid gap-5 p-5 md:p-8">
      {pickupAt !== null && (
        <DeliveryOrPickup
          legend="Delivery or pickup?"
          isPickup={picksUp}
          onChange={change.changeToPickup}
        />
      )}
      {picksUp && <PickupAddress address={pickupAt} />}
      <div hidden={picksUp} className="grid gap-5">
        <ForWhom isForOther={isForOther} onChange={change.setIsForOther} />
        <div hidden={!isForOther} className="grid gap-5">
          <RecipientFields
            {...giftFields}
            onSurprise={() => form.field('address').error && void form.check('address')}
          />
        </div>
        <SavedAddresses
          addresses={addresses ?? []}
          onChoose={(chosen) => void change.fillIn(chosen)}
        />
        <AddressFields
          field={form.field}
          saved={start}
          isForOther={isForOther}
          onPincode={change.changePincode}
        />
      </div>
      {hasZones ? (
        <SlotChooser
          key={picksUp ? 'pickup' : 'delivery'}
          pincode={pincode}
          pickupAt={picksUp ? pickupAt : null}
          lines={lines}
          field={form.field('deliveryAt')}
          chosen={saved.slot}
          onChoose={saveSlot}
        />
      ) : (
        <DeliveryTime
          leadHours={leadHours}
          field={{ ...form.field('deliveryAt'), defaultValue: saved.deliveryAt }}
          onSuggest={(time) => void form.fill('deliveryAt', time)}
        />
      )}
      <div hidden={picksUp} className="grid gap-5">
        <div hidden={!isForOther} className="grid gap-5">
          <CardFields {...giftFields} />
        </div>
        <RiderNoteField {...giftFields} />
        {addresses && <CheckboxField name="saveForNext" label="Save for my next order" />}
      </div>
      <PrivacyNotice kinds={kinds} />
      <Button type="submit" size="large" wide busy={form.busy} className="mt-1">
        Proceed to Payment
      </Button>
    </form>
  )
}

function PickupAddress({ address }: { address: string | null }) {
  return (
    <div className="rounded-field bg-blush p-4 text-sm">
      <p className="text-cocoa-soft">Pick up at</p>
      <p className="font-semibold">{address}</p>
    </div>
  )
}

interface ShippingTerms {
  leadHours: number
  /** Whether the form has slots or a time field. */
  hasZones: boolean
  /** The shop's address; null without pickup. */
  pickupAt: string | null
  /** Null for a guest, who has none. */
  addresses: readonly SavedAddress[] | null
}

type TypedShipping = Omit<ShippingDetails, 'slot' | 'gift'> & GiftForm & { saveForNext?: string }

/** Starts with the data stored in the browser, so it runs only there. */
function useShippingForm({ leadHours, hasZones, pickupAt, addresses }: ShippingTerms) {
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

  // A stored time may have passed: the error is shown at once, not only after sending.
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
