import { type ReactNode, useRef } from 'react'
import { Link, Navigate, useNavigate, useRouteLoaderData } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { systemClock } from '#platform/clock.ts'
import { loginPath } from '#shop/accounts/next-path.ts'
import { requireBuyer } from '#shop/accounts/require-customer.server.ts'
import { linePrice } from '#shop/cakes/cake-price.ts'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { CustomPriceNote, type GstByCategory, includedTaxText } from '#shop/cart/cart-totals.tsx'
import { totalText } from '#shop/cart/price-texts.ts'
import { hasPickup, hasZones } from '#shop/delivery/delivery-plan.ts'
import { loadPromise } from '#shop/handling/late/decide-late.server.ts'
import { LatePromise, type Promised } from '#shop/handling/late/late-promise.tsx'
import type { Business } from '#shop/orders/business.schema.ts'
import { CartCoupon } from '#shop/orders/coupons/coupon-part.tsx'
import { GiftFacts } from '#shop/orders/gift/gift-facts.tsx'
import { ItemRow } from '#shop/orders/item-row.tsx'
import type { PageHandle } from '#shop/storefront/frame/framed-pages.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { deliveryError, leadHoursOf } from '#shop/values/delivery-slot.ts'
import { formatDateTime, kolkataToInstant } from '#shop/values/kolkata-time.ts'
import { IndiaTime } from '#shop/values/moment.tsx'
import { formatRs } from '#shop/values/money.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FieldsOf } from '#ui/forms/plain-form.tsx'
import { useSchemaForm } from '#ui/forms/use-schema-form.ts'
import { useStored } from '#ui/hydration.tsx'
import { Fact } from '#ui/lists/list-parts.tsx'
import { UserText } from '#ui/user-text.tsx'
import type { Route } from './+types/confirm.page.ts'
import { CheckoutFrame } from './checkout-frame.tsx'
import { describeConfirmed, storedConfirmed } from './pay/use-checkout.ts'
import {
  handoverAddress,
  isPickup,
  isShippingComplete,
  orderedGift,
  priceCheckout,
  type ShippingDetails,
  storedBusiness,
  useShipping,
} from './shipping/shipping-details.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { email, isGuest = false } = await requireBuyer({ request, url }, app, 'login-first')
  const { customLeadHours } = app.shop
  const plan = app.deliveryPlan.current()
  const promise = hasZones(plan) ? await loadPromise(app) : null
  return {
    email,
    isGuest,
    customLeadHours,
    hasZones: hasZones(plan),
    hasPickup: hasPickup(plan),
    promise,
    writesGstInvoices: app.shop.gst === 'regular',
  }
}

export const handle: PageHandle = { frame: 'checkout' }

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Confirm Order')

export default function ConfirmPage({ loaderData }: Route.ComponentProps) {
  const shipping = useShipping()
  return (
    <CheckoutFrame step={1} title="Confirm Order">
      {(lines) =>
        isDeliverable(shipping, lines, loaderData) ? (
          <WhatIsOrdered lines={lines} shipping={shipping} {...loaderData} />
        ) : (
          <Navigate to="/shipping" replace />
        )
      }
    </CheckoutFrame>
  )
}

/** Complete, with a time that can still be chosen. The checkout decides whether a slot is free. */
function isDeliverable(
  shipping: ShippingDetails,
  lines: readonly CartLine[],
  { hasZones, hasPickup, customLeadHours }: Route.ComponentProps['loaderData'],
) {
  if (!isShippingComplete(shipping)) return false
  if (hasZones) return shipping.slot !== null && (hasPickup || !isPickup(shipping))
  const time = kolkataToInstant(shipping.deliveryAt)
  return deliveryError(time, systemClock.now(), leadHoursOf(lines, { customLeadHours })) === null
}

interface WhatIsOrderedProps {
  lines: readonly CartLine[]
  shipping: ShippingDetails
  email: string
  isGuest: boolean
  /** The refund for a late order; null in a shop without slots. */
  promise: Promised | null
  /** Whether the shop collects tax, which a business may take back. */
  writesGstInvoices: boolean
}

function WhatIsOrdered(props: WhatIsOrderedProps) {
  const { lines, shipping, email, isGuest, promise, writesGstInvoices } = props
  const { gst } = useRouteLoaderData('root') as GstByCategory
  const price = priceCheckout(lines, shipping)
  const picksUp = isPickup(shipping)
  const navigate = useNavigate()
  const confirm = (of: ShippingDetails) => storedConfirmed.save(describeConfirmed(lines, of))
  const businessForm = useBusinessForm((business) => {
    confirm({ ...shipping, business })
    void navigate('/order')
  })
  return (
    <>
      <Section title="Cart items" change="/cart" changeLabel="Edit cart">
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <ItemRow
              key={line.id}
              item={line}
              price={priceOf(line)}
              isPriceToFollow={line.customize}
            />
          ))}
        </ul>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4 font-semibold">
          <span>
            Total price <span className="font-normal text-cocoa-soft">including shipping</span>
          </span>
          <span className="ml-auto text-lg whitespace-nowrap tabular-nums">
            {totalText(price, formatRs)}
          </span>
        </p>
        <p className="-mt-2 text-right text-sm text-cocoa-soft empty:hidden">
          {includedTaxText(lines, price, { gst, format: formatRs })}
        </p>
        {price.hasCustom && <CustomPriceNote />}
        <CartCoupon lines={lines} />
      </Section>
      <Section
        title={picksUp ? 'Pickup' : 'Delivery'}
        change="/shipping"
        changeLabel="Edit shipping details"
      >
        <dl className="grid gap-4 sm:grid-cols-2">
          <Fact name="Email">
            <span className="flex flex-wrap items-center gap-x-3">
              <span translate="no">{email}</span>
              {isGuest && (
                <Link to={loginPath('/confirmOrder')} className={link}>
                  Change<span className="sr-only"> your email</span>
                </Link>
              )}
            </span>
          </Fact>
          <Fact name={picksUp ? 'Pickup date and time' : 'Delivery date and time'}>
            <span>
              {shipping.slot?.text ?? formatDateTime(kolkataToInstant(shipping.deliveryAt))}
            </span>
            <IndiaTime />
          </Fact>
        </dl>
        <dl>
          <Fact name={picksUp ? 'Pick up at' : 'Address'}>
            <UserText>{handoverAddress(shipping)}</UserText>
            {!picksUp && shipping.address === '' && (
              <span className="block text-sm text-cocoa-soft">
                The street is missing. Your order has a link to share with the person it’s for: they
                tell us where it goes.
              </span>
            )}
          </Fact>
        </dl>
        {promise && !picksUp && (
          <LatePromise promise={promise} day={shipping.deliveryAt.slice(0, 10)} />
        )}
        <GiftFacts
          gift={orderedGift(shipping)}
          className="grid gap-4 border-t border-line pt-4 sm:grid-cols-2"
        />
      </Section>
      {writesGstInvoices && (
        <div className="card px-5 py-4 md:px-8">
          <BusinessInvoice form={businessForm} />
        </div>
      )}
      <ButtonLink
        to="/order"
        size="large"
        wide
        onClick={(event) => {
          if (businessForm.addTyped()) event.preventDefault()
          else confirm(shipping)
        }}
      >
        Proceed to payment
      </ButtonLink>
    </>
  )
}

function priceOf(line: CartLine) {
  return line.customize ? null : linePrice(line, line.wt, line.amount)
}

const link =
  '-my-3 inline-flex min-h-11 items-center text-sm font-semibold text-berry underline-offset-4 hover:underline'

interface SectionProps {
  title: string
  change: string
  changeLabel: string
  children: ReactNode
}

function Section({ title, change, changeLabel, children }: SectionProps) {
  return (
    <section aria-label={title} className="card grid gap-4 p-5 md:p-8">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-lg">{title}</h2>
        <Link to={change} aria-label={changeLabel} className={link}>
          Edit
        </Link>
      </div>
      {children}
    </section>
  )
}

const loadSchema = async () => (await import('#shop/orders/business.schema.ts')).businessSchema

/** @param proceed called once what is typed is saved, if the customer wants to go on */
export function useBusinessForm(proceed: (business: Business) => void) {
  const wantsToProceed = useRef(false)
  const form = useSchemaForm(loadSchema, async (typed) => {
    storedBusiness.save(typed)
    if (wantsToProceed.current) proceed(typed)
  })
  return {
    ...form,
    onAdd() {
      wantsToProceed.current = false
    },
    /** Adds what is typed and not added yet, or shows what is wrong with it. False if nothing is typed. */
    addTyped(): boolean {
      const fields = form.props.ref.current
      if (!fields || !(form.textOf('gstin') + form.textOf('name')).trim()) return false
      fields.closest('details')?.setAttribute('open', '')
      wantsToProceed.current = true
      fields.requestSubmit()
      return true
    },
  }
}

/** Closed by default: few customers buy for a business. */
export function BusinessInvoice({ form }: { form: ReturnType<typeof useBusinessForm> }) {
  const business = useStored(storedBusiness)
  if (business) {
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="wrap-anywhere">
          GST invoice for <UserText>{business.name}</UserText>, <span>{business.gstin}</span>
        </span>
        <Button variant="secondary" size="small" onClick={() => storedBusiness.save(null)}>
          Remove<span className="sr-only"> the business</span>
        </Button>
      </p>
    )
  }
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-berry">
        GST invoice for a business
      </summary>
      <form {...form.props} className="grid items-start gap-4 pt-3 sm:grid-cols-2">
        <FieldsOf
          form={form}
          fields={{
            gstin: { label: 'GSTIN', autoCapitalize: 'characters', autoComplete: 'off' },
            name: { label: 'Name of the business', autoComplete: 'organization' },
          }}
        />
        <div>
          <Button type="submit" variant="secondary" busy={form.busy} onClick={form.onAdd}>
            Add to the invoice
          </Button>
        </div>
      </form>
    </details>
  )
}
