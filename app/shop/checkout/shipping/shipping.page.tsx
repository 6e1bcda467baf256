import { appContext } from '#app/context.server.ts'
import { requireBuyer } from '#shop/accounts/require-customer.server.ts'
import { addressesOf } from '#shop/address-book/address-book.store.server.ts'
import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { DeliveryOrPickup, DeliveryTime } from '#shop/delivery/choose/slot-picker.tsx'
import { hasPickup, hasZones } from '#shop/delivery/delivery-plan.ts'
import type { Recipient } from '#shop/orders/gift/gift.ts'
import { giftLooks } from '#shop/orders/gift/gift-looks.ts'
import { type DataKind, kindsInNotice } from '#shop/privacy/data-kinds.ts'
import { PrivacyNotice } from '#shop/privacy/privacy-notice.tsx'
import type { PageHandle } from '#shop/storefront/frame/framed-pages.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { AddressFields } from '#shop/values/address-fields.tsx'
import { leadHoursOf } from '#shop/values/delivery-slot.ts'
import { tidyPincode } from '#shop/values/india-address.ts'
import { Button } from '#ui/button.tsx'
import { CheckboxField, TextField } from '#ui/forms/field.tsx'
import { FieldOf } from '#ui/forms/plain-form.tsx'
import { CheckoutFrame } from '../checkout-frame.tsx'
import type { Route } from './+types/shipping.page.ts'
import { type GiftForm, saveSlot } from './shipping-details.ts'
import { SavedAddresses, type ShippingTerms, useShippingForm } from './shipping-form.tsx'
import { SlotChooser } from './slot-chooser.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { id, isGuest } = await requireBuyer({ request, url }, app, 'login-first')
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

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Shipping Details')

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

const autoComplete = { address: 'street-address', pincode: 'postal-code', city: 'address-level2' }

/** A rider may ask the recipient of a gift for the street. */
const withoutStreet =
  'House or flat, street and area. Don’t know it? Leave it empty; we give you a link to send. We need their mobile and pincode now.'

interface ShippingFormProps extends ShippingTerms {
  lines: readonly CartLine[]
  kinds: readonly DataKind[]
}

/** Only in the browser, because it needs storage. */
function ShippingForm({ lines, kinds, ...terms }: ShippingFormProps) {
  const { leadHours, hasZones, pickupAt, addresses } = terms
  const { form, slot, start, pincode, picksUp, isForOther, isSurprise, question, ...change } =
    useShippingForm(terms)
  const mayLackStreet = isForOther && !isSurprise
  const ofGift = (name: 'giftMessage' | 'giftFrom' | 'riderNote') => ({
    ...form.field(name),
    ...giftLooks[name],
    label: `${giftLooks[name].label} (optional)`,
    defaultValue: start.gift[name],
  })
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
        <ForWhom isForOther={isForOther} onChange={change.changeForWhom} />
        <div hidden={!isForOther} className="grid gap-5">
          <RecipientFields
            field={form.field}
            recipient={start.gift.recipient}
            isSurprise={isSurprise}
            onSurprise={change.changeSurprise}
          />
        </div>
        <SavedAddresses
          addresses={addresses ?? []}
          onChoose={(chosen) => void change.fillIn(chosen)}
        />
        <AddressFields
          field={(name) => ({
            ...form.field(name),
            defaultValue: start[name],
            required: name !== 'address' || !mayLackStreet,
            autoComplete: isForOther && name === 'address' ? 'off' : autoComplete[name],
            onChange:
              name === 'pincode'
                ? ({ target }) => change.changePincode(tidyPincode(target.value))
                : undefined,
          })}
          question={question}
          hint={mayLackStreet ? withoutStreet : undefined}
        />
      </div>
      {hasZones ? (
        <SlotChooser
          key={picksUp ? 'pickup' : 'delivery'}
          pincode={pincode}
          pickupAt={picksUp ? pickupAt : null}
          lines={lines}
          field={form.field('deliveryAt')}
          chosen={slot}
          onChoose={saveSlot}
          onServed={change.setServed}
        />
      ) : (
        <DeliveryTime
          leadHours={leadHours}
          field={{ ...form.field('deliveryAt'), defaultValue: start.deliveryAt }}
          onSuggest={(time) => void form.fill('deliveryAt', time)}
        />
      )}
      <div hidden={picksUp} className="grid gap-5">
        <div hidden={!isForOther} className="grid gap-5">
          <FieldOf {...ofGift('giftMessage')} />
          <FieldOf {...ofGift('giftFrom')} />
        </div>
        <FieldOf {...ofGift('riderNote')} />
        {addresses && (
          <CheckboxField
            name="saveForNext"
            label="Save for my next order"
            defaultChecked={start.savesForNext}
          />
        )}
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
      <p className="font-semibold" translate="no">
        {address}
      </p>
    </div>
  )
}

interface ForWhomProps {
  isForOther: boolean
  onChange: (isForOther: boolean) => void
}

function ForWhom({ isForOther, onChange }: ForWhomProps) {
  return (
    <ChoiceChips
      legend="Who is it for?"
      name="forWhom"
      choices={[
        { value: 'me', label: 'For me' },
        { value: 'other', label: 'For somebody else' },
      ]}
      value={isForOther ? 'other' : 'me'}
      onChange={(value) => onChange(value === 'other')}
    />
  )
}

interface RecipientFieldsProps {
  field: (name: keyof GiftForm) => { name: string; error?: string }
  recipient: Recipient | null
  isSurprise: boolean
  onSurprise: (isSurprise: boolean) => void
}

function RecipientFields({ field, recipient, isSurprise, onSurprise }: RecipientFieldsProps) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...field('recipientName')}
          {...giftLooks.recipientName}
          defaultValue={recipient?.name}
          required
        />
        <TextField
          {...field('recipientMobile')}
          {...giftLooks.recipientMobile}
          defaultValue={recipient?.mobile}
        />
      </div>
      <TextField
        {...field('recipientEmail')}
        {...giftLooks.recipientEmail}
        label="Their email (optional)"
        defaultValue={recipient?.email}
        hint={`We email them a tracking link${isSurprise ? ' once the cake is out for delivery' : ''}. It shows no prices.`}
      />
      <CheckboxField
        {...field('surprise')}
        label="It’s a surprise: we won’t call or write to them before the cake is out for delivery"
        defaultChecked={recipient?.surprise}
        onChange={({ target }) => onSurprise(target.checked)}
      />
    </>
  )
}
