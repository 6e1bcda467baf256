import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { systemClock } from '#platform/clock.ts'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { savePincode } from '#shop/delivery/deliver-to/delivery-address.ts'
import { DeliveryOrPickup } from '#shop/delivery/delivery-or-pickup.tsx'
import { hasPickup, hasZones } from '#shop/delivery/delivery-plan.ts'
import { minuteText } from '#shop/delivery/minute-text.ts'
import { type DataKind, kindsAskedAt } from '#shop/privacy/data-kinds.ts'
import { PrivacyNotice } from '#shop/privacy/privacy-notice.tsx'
import type { PageHandle } from '#shop/storefront/frame/page-handle.ts'
import {
  closesAtHour,
  deliveryLeadHours,
  deliveryWithinDays,
  earliestDelivery,
  latestDelivery,
  leadHoursOf,
  offeredDelivery,
  opensAtHour,
} from '#shop/values/delivery-slot.ts'
import { pincodePattern } from '#shop/values/india-address.ts'
import { formatDateTime, toKolkataInput } from '#shop/values/kolkata-time.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { CheckoutFrame } from '../checkout-frame.tsx'
import { CardFields, ForWhom, RecipientFields, RiderNoteField } from '../gift/gift-fields.tsx'
import { type GiftForm, toGift } from '../gift/gift-form.ts'
import { requireCheckout } from '../require-checkout.server.ts'
import type { Route } from './+types/shipping.page.ts'
import { AddressFields } from './address-fields.tsx'
import {
  isPickup,
  type ShippingDetails,
  saveShipping,
  saveSlot,
  useShipping,
} from './shipping-details.ts'
import { SlotChooser } from './slot-chooser.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireCheckout(request, app)
  const { customLeadHours } = app.shop
  const plan = app.deliveryPlan.current()
  const pickupAt = hasPickup(plan) ? app.shop.address : null
  return { customLeadHours, hasZones: hasZones(plan), pickupAt, kinds: kindsAskedAt('checkout') }
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
        <>
          <ShippingForm
            lines={lines}
            leadHours={leadHoursOf(lines, loaderData)}
            hasZones={loaderData.hasZones}
            pickupAt={loaderData.pickupAt}
            kinds={loaderData.kinds}
          />
          {loaderData.hasZones && <Unserved />}
        </>
      )}
    </CheckoutFrame>
  )
}

// Only a shop with zones loads it.
const UnservedOffer = lazy(async () =>
  (await import('#shop/delivery/deliver-to/load-zone-parts.ts')).loadUnservedOffer(),
)

/** Below the form, because it is one itself. */
function Unserved() {
  if (isPickup(useShipping())) return null
  return (
    <Suspense>
      <UnservedOffer />
    </Suspense>
  )
}

interface ShippingFormProps {
  lines: readonly CartLine[]
  leadHours: number
  /** Whether a slot is chosen, or a time typed. */
  hasZones: boolean
  /** Where a cart can be picked up; null where it cannot. */
  pickupAt: string | null
  kinds: readonly DataKind[]
}

/** Only where the browser's storage can be read: it begins with what was said before. */
function ShippingForm({ lines, leadHours, hasZones, pickupAt, kinds }: ShippingFormProps) {
  const navigate = useNavigate()
  const saved = useShipping()
  const [pincode, setPincode] = useState(saved.pincode)
  const [picksUp, setPicksUp] = useState(pickupAt !== null && isPickup(saved))
  const [isForOther, setIsForOther] = useState(saved.gift.recipient !== null)
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
    await navigate('/confirmOrder')
  })

  function changePincode(typed: string) {
    setPincode(typed)
    if (pincodePattern.test(typed)) savePincode(typed)
  }

  function changeToPickup(toPickup: boolean) {
    setPicksUp(toPickup)
    saveSlot(null)
  }

  // A time from an earlier visit may have passed: said at once, not only when it is pressed.
  const checkSavedTime = useEffectEvent(
    () => !hasZones && saved.deliveryAt && form.check('deliveryAt'),
  )
  useEffect(() => void checkSavedTime(), [])

  const giftFields = { field: form.field, saved: saved.gift }
  return (
    <form {...form.props} className="card grid gap-5 p-5 md:p-8">
      {pickupAt !== null && (
        <DeliveryOrPickup
          legend="How do you get your order?"
          isPickup={picksUp}
          onChange={changeToPickup}
        />
      )}
      {picksUp && <PickupAddress address={pickupAt} />}
      <div hidden={picksUp} className="grid gap-5">
        <ForWhom isForOther={isForOther} onChange={setIsForOther} />
        <div hidden={!isForOther} className="grid gap-5">
          <RecipientFields
            {...giftFields}
            onSurprise={() => form.field('address').error && void form.check('address')}
          />
        </div>
        <AddressFields
          field={form.field}
          saved={saved}
          isForOther={isForOther}
          onPincode={changePincode}
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
      </div>
      <PrivacyNotice kinds={kinds} />
      <Button type="submit" size="large" wide busy={form.busy} className="mt-1">
        Proceed to Payment
      </Button>
    </form>
  )
}

type TypedShipping = Omit<ShippingDetails, 'slot' | 'gift'> & GiftForm

function PickupAddress({ address }: { address: string | null }) {
  return (
    <div className="rounded-field bg-blush p-4 text-sm">
      <p className="text-cocoa-soft">Pick up at</p>
      <p className="font-semibold">{address}</p>
    </div>
  )
}

interface DeliveryTimeProps {
  leadHours: number
  field: { name: string; error?: string; defaultValue: string }
  /** Called with a time that can be had, as the field's value. */
  onSuggest: (time: string) => void
}

/** The field's own clock is Kolkata's, wherever the browser is. */
function DeliveryTime({ leadHours, field, onSuggest }: DeliveryTimeProps) {
  const [now] = useState(() => systemClock.now())
  return (
    <div className="grid gap-2">
      <TextField
        {...field}
        label="Delivery date and time"
        type="datetime-local"
        min={toKolkataInput(earliestDelivery(now, leadHours))}
        max={toKolkataInput(latestDelivery(now))}
        step={900}
        hint={deliveryRule(leadHours)}
        required
      />
      <Button
        variant="secondary"
        size="small"
        className="justify-self-start font-medium"
        onClick={() => onSuggest(toKolkataInput(offeredDelivery(systemClock.now(), leadHours)))}
      >
        Earliest: {formatDateTime(offeredDelivery(now, leadHours))}
      </Button>
    </div>
  )
}

function deliveryRule(leadHours: number) {
  const rule = `Between ${minuteText(opensAtHour * 60)} and ${minuteText(closesAtHour * 60)} India time, at least ${leadHours} hours from now and within ${deliveryWithinDays} days.`
  return leadHours === deliveryLeadHours ? rule : `${rule} A customised cake takes that long.`
}
