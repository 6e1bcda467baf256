import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { appContext } from '#app/context.server.ts'
import { requireStaff } from '#shop/accounts/require-customer.server.ts'
import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import { canBeHad } from '#shop/cakes/choices.ts'
import { CakeLines, linesOf, type SoldCake } from '#shop/cart/cake-lines.tsx'
import { cakesText } from '#shop/cart/cart-line.ts'
import { totalText } from '#shop/cart/price-texts.ts'
import { SlotChooser } from '#shop/checkout/shipping/slot-chooser.tsx'
import { DeliveryOrPickup, DeliveryTime } from '#shop/delivery/choose/slot-picker.tsx'
import { hasPickup, hasZones } from '#shop/delivery/delivery-plan.ts'
import { ReferenceInput } from '#shop/handling/door/money-fields.tsx'
import { CouponPart } from '#shop/orders/coupons/coupon-part.tsx'
import { giftLooks } from '#shop/orders/gift/gift-looks.ts'
import { payTimeText } from '#shop/orders/money/ledger.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { AddressFields } from '#shop/values/address-fields.tsx'
import { leadHoursOf } from '#shop/values/delivery-slot.ts'
import { formatInr } from '#shop/values/money.ts'
import { withCountryCode } from '#shop/values/shop-details.ts'
import { tidyMobile } from '#shop/values/typed/mobile-number.ts'
import { Button } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'
import { CheckboxField, TextField } from '#ui/forms/field.tsx'
import { FieldOf, PlainForm, Section } from '#ui/forms/plain-form.tsx'
import { QrCode } from '#ui/qr-code.tsx'
import { toast } from '#ui/toast.tsx'
import type { Route } from './+types/new-order.page.ts'
import type { KnownCustomer } from './known-customer.store.server.ts'
import { CustomLines, type NewOrder, useNewOrder } from './new-order-form.tsx'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  await requireStaff({ request, url }, app, 'edit-orders')
  const plan = app.deliveryPlan.current()
  const { ordered, extras } = app.publishedCakes.current()
  return {
    hasZones: hasZones(plan),
    customLeadHours: app.shop.customLeadHours,
    payTime: payTimeText(app.payments.active.name),
    pickupAt: hasPickup(plan) ? app.shop.address : null,
    cakes: [...ordered['a-z'], ...extras].map(({ cake }): SoldCake => {
      const { id, name, category, egg, price, stock, flavours, weight, choices } = cake
      return { id, name, category, egg, price, stock, flavours, weight, choices }
    }),
  }
}

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'New order')

/** An order by phone or at the counter: who, which cakes, where and when, and how it is paid. */
export default function NewOrderPage({ loaderData }: Route.ComponentProps) {
  const order = useNewOrder(loaderData)
  const { cakes } = loaderData
  const { lines, change, busy } = order
  const rest = useRef<HTMLDivElement>(null)
  if (order.unpaidOrder) {
    return (
      <div className="grid gap-5">
        <h1 className="text-3xl">New order</h1>
        <ToPay order={order} payTime={loaderData.payTime} />
      </div>
    )
  }
  return (
    <div className="grid gap-5">
      <h1 className="text-3xl">New order</h1>
      <Customer
        order={order}
        cakes={cakes}
        onAgain={() => rest.current?.querySelector<HTMLElement>('input, textarea')?.focus()}
      />
      {order.typed.known !== undefined && (
        <>
          <Section id="cakes" title="Cakes">
            <CakeLines
              cakes={cakes}
              lines={order.readyMade}
              onChange={(choices) => change({ choices })}
            />
            <CustomLines
              lines={order.typed.customised}
              errors={order.errors}
              onChange={(customised) => change({ customised })}
            />
          </Section>
          {lines.length > 0 && (
            <div className="card px-4 py-2 md:px-6 empty:hidden">
              <CouponPart
                lines={lines}
                coupon={order.typed.coupon}
                onChange={(coupon) => change({ coupon })}
              />
            </div>
          )}
          {lines.length > 0 && (
            <PlainForm
              onSave={async () => {
                if (!busy) await order.place()
              }}
            >
              <div ref={rest}>
                <Section id="where" title="Where and when">
                  <Place order={order} {...loaderData} />
                </Section>
              </div>
              <Section id="pay" title="Payment">
                <Payment order={order} />
              </Section>
            </PlainForm>
          )}
        </>
      )}
    </div>
  )
}

interface PlaceProps {
  order: NewOrder
  hasZones: boolean
  customLeadHours: number
  /** The shop's address; null without pickup. */
  pickupAt: string | null
}

function Place({ order, hasZones, customLeadHours, pickupAt }: PlaceProps) {
  const { field, change, errors, lines } = order
  const { isPickup, slot, pincode } = order.typed
  return (
    <>
      {pickupAt !== null && (
        <DeliveryOrPickup
          legend="Delivery or pickup?"
          isPickup={isPickup}
          onChange={(next) => change({ isPickup: next, slot: null })}
        />
      )}
      {!isPickup && (
        <AddressFields
          field={(name) => ({
            ...field(name),
            ...(name === 'pincode' && {
              onChange: ({ target }) => order.changePincode(target.value),
            }),
          })}
          question={order.question}
        />
      )}
      {!isPickup && (
        <div className="grid gap-4 sm:grid-cols-2">
          <FieldOf
            {...giftLooks.recipientName}
            {...field('recipient.name')}
            label="For somebody else: their name"
          />
          <FieldOf {...giftLooks.recipientMobile} {...field('recipient.mobile')} />
          <FieldOf {...giftLooks.recipientEmail} {...field('recipient.email')} />
          {(['giftMessage', 'giftFrom', 'riderNote'] as const).map((name) => (
            <FieldOf key={name} {...giftLooks[name]} {...field(name)} />
          ))}
          <CheckboxField
            label="It’s a surprise: nobody calls or writes to them before it is out for delivery"
            checked={order.typed.surprise}
            onChange={({ target }) => change({ surprise: target.checked })}
          />
        </div>
      )}
      {hasZones ? (
        <SlotChooser
          key={String(isPickup)}
          pincode={pincode}
          pickupAt={isPickup ? pickupAt : null}
          lines={lines}
          field={{ name: 'deliveryAt', error: errors.time }}
          chosen={slot}
          onChoose={(next) => change({ slot: next })}
          onServed={() => change({ slot: null })}
        />
      ) : (
        <DeliveryTime
          leadHours={leadHoursOf(lines, { customLeadHours })}
          field={{ name: 'deliveryAt', ...field('time') }}
          onSuggest={(time) => change({ time })}
        />
      )}
    </>
  )
}

function Payment({ order }: { order: NewOrder }) {
  const { field, change, price, isFeeKnown, busy } = order
  const { way, isPickup } = order.typed
  return (
    <>
      <ChoiceChips
        legend="How is it paid?"
        name="paid"
        choices={[
          { value: 'later', label: isPickup ? 'On collection' : 'On delivery' },
          { value: 'cash', label: 'Cash now' },
          { value: 'upi', label: 'UPI now' },
          { value: 'link', label: 'By a link' },
        ]}
        value={way}
        onChange={(chosen) => change({ way: chosen as typeof way })}
      />
      {way === 'upi' && <ReferenceInput {...field('reference')} />}
      <p>
        <span>{formatInr(price.subtotal - price.discount)}</span> for the cakes
        <span>
          {!isPickup &&
            (isFeeKnown ? `, ${formatInr(price.shipping)} for delivery` : ', and delivery')}
        </span>
      </p>
      <Button type="submit" busy={busy}>
        {isFeeKnown ? `Place order, ${totalText(price, formatInr)}` : 'Place order'}
      </Button>
    </>
  )
}

/** The link that the customer pays by; the order is placed then. */
function ToPay({ order, payTime }: { order: NewOrder; payTime: string }) {
  const { unpaidOrder, price, busy } = order
  if (!unpaidOrder?.toPay) return null
  const { number, toPay } = unpaidOrder
  const { link, qr } = toPay
  return (
    <Section id="to-pay" title={`Order ${number} waits for ${formatInr(price.cardTotal)}`}>
      <p role="status">
        {`We hold it for ${payTime} and bake after the payment. The link is mailed to the customer, if we have their email. Until then it is in All orders under Waits for payment.`}
      </p>
      <QrCode {...qr} label="QR code of the link that pays" />
      <div className="flex flex-wrap gap-2">
        <CopyLink
          url={link}
          message={`To pay for your order ${number}`}
          phone={withCountryCode(tidyMobile(order.typed.mobile))}
        >
          Copy link
        </CopyLink>
        <Button
          size="small"
          busy={busy}
          onClick={() => void order.askIfPaid(unpaidOrder)}
          autoFocus
        >
          Check the payment
        </Button>
        <Button size="small" variant="quiet" onClick={() => order.replaceUnpaid(unpaidOrder)}>
          Change the order
        </Button>
      </div>
    </Section>
  )
}

interface CustomerProps {
  order: NewOrder
  cakes: readonly SoldCake[]
  /** Called when the cakes of the last order are chosen. */
  onAgain: () => void
}

/** Who calls: what the last order with their number suggests, they confirm. */
function Customer({ order, cakes, onAgain }: CustomerProps) {
  const { field, change, errors, busy } = order
  const { known } = order.typed

  /** The cakes of the last order, as they are sold now. */
  function orderAgain({ cakes: ordered }: KnownCustomer) {
    const choices = linesOf(cakes, ordered).filter(
      ({ flavour, wt, chosen = [], ...cake }) =>
        cake.flavours.includes(flavour) && cake.weight.includes(wt) && canBeHad(cake, chosen),
    )
    // What is focused next is there already.
    flushSync(() => change({ choices }))
    if (choices.length < ordered.length)
      toast.error('Not all of it is in the shop as it was ordered.')
    onAgain()
  }

  return (
    <Section id="customer" title="Customer">
      <form
        noValidate
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void order.find()
        }}
      >
        <TextField
          label="Mobile number"
          {...field('mobile')}
          type="tel"
          error={errors.mobileno}
          onChange={({ target }) => change({ mobile: target.value, known: undefined })}
          autoFocus
        />
        <Button type="submit" variant="secondary" busy={busy} className="mt-7">
          Find
        </Button>
      </form>
      <p role="status" className="font-semibold empty:hidden">
        {known
          ? 'This number has ordered before. Please ask for name and address: anybody can type a number.'
          : known === null && 'A new customer'}
      </p>
      {known && known.cakes.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span>{`Last order: ${cakesText(known.cakes)}`}</span>
          <Button variant="secondary" size="small" onClick={() => orderAgain(known)} autoFocus>
            Order again
          </Button>
        </p>
      )}
      {known !== undefined && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Name" {...field('name')} autoFocus={!known?.cakes.length} />
          <TextField label="Email, if they want mails" {...field('email')} type="email" />
        </div>
      )}
    </Section>
  )
}
