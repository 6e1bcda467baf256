import { useState } from 'react'
import { Navigate, redirectDocument, useNavigate } from 'react-router'
import { appContext } from '#app/context.server.ts'
import { contactOf } from '#shop/accounts/accounts.store.server.ts'
import { requireBuyerOrNotFound } from '#shop/accounts/require-customer.server.ts'
import { ChoiceChips } from '#shop/cakes/choice-chips.tsx'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { cart } from '#shop/cart/cart-store.ts'
import { storedCoupon } from '#shop/cart/coupon.ts'
import { priceCart } from '#shop/cart/price-cart.ts'
import { customPaymentText, customPriceNote } from '#shop/cart/price-texts.ts'
import { isKnownEnough } from '#shop/orders/money/cash-on-delivery.store.server.ts'
import {
  type CashPayer,
  type CashPlan,
  cashError,
  cashPlanOf,
  midnightSlotsOf,
  paidAheadError,
} from '#shop/orders/money/cash-on-delivery.ts'
import { ChangedElsewhere, ChangedNotice, UnknownNotice } from '#shop/paying/notices.tsx'
import {
  type Bill,
  Form,
  type FormState,
  PaymentLoading,
  ProviderForm,
} from '#shop/paying/payment-form.tsx'
import { isBusy } from '#shop/paying/use-payment.ts'
import { banknoteIcon } from '#shop/payments/accepted-payments.tsx'
import type { PageHandle } from '#shop/storefront/frame/framed-pages.ts'
import { privateMeta } from '#shop/storefront/frame/shown-shop.ts'
import { formatRs } from '#shop/values/money.ts'
import { untilReachable } from '#ui/connection.ts'
import { Field } from '#ui/forms/field.tsx'
import { useStored } from '#ui/hydration.tsx'
import { Icon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/lists/list-parts.tsx'
import { CheckoutFrame } from '../checkout-frame.tsx'
import {
  addressLine,
  handoverAddress,
  isPickup,
  orderedGift,
  priceCheckout,
  type ShippingDetails,
  useShipping,
} from '../shipping/shipping-details.ts'
import type { Route } from './+types/pay.page.ts'
import {
  type Checkout,
  describeConfirmed,
  describeContents,
  leaveCheckout,
  storedConfirmed,
  useCheckout,
} from './use-checkout.ts'

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { id, isGuest = false } = await requireBuyerOrNotFound({ request, url }, app)
  const { emailVerified, ...customer } = await contactOf(app.db, id)
  const { email } = customer
  const delivery = app.deliveryPlan.current()
  return {
    customer,
    provider: app.payments.active.forBrowser,
    shopName: app.shop.name,
    cashPlan: cashPlanOf(delivery),
    midnightSlots: midnightSlotsOf(delivery),
    depositPercent: app.shop.depositPercent,
    payer: {
      isGuest,
      emailVerified,
      isKnown: await isKnownEnough(app, app.db, { id, email, emailVerified }),
    },
  }
}

/** CSP is set per document, and only pages that pay allow the provider's script: a visit from another page loads the document. */
export async function clientLoader(): Promise<never> {
  await untilReachable()
  throw redirectDocument('/order')
}

export const handle: PageHandle = { frame: 'checkout' }

export const meta: Route.MetaFunction = ({ matches }) => privateMeta(matches, 'Payment')

export default function PayPage({ loaderData }: Route.ComponentProps) {
  const { customer, ...offered } = loaderData
  const shipping = useShipping()
  const confirmed = useStored(storedConfirmed)
  const navigate = useNavigate()
  const [placed, setPlaced] = useState(false)

  function finish(checkout: Checkout, orderNumber: number) {
    setPlaced(true)
    leaveCheckout(checkout, orderNumber)
    void navigate('/', { replace: true })
  }

  if (placed) return <Placed />
  return (
    <CheckoutFrame step={2} title="Pay now" loading={<PaymentLoading {...offered.provider} />}>
      {(lines) =>
        confirmed ? (
          <Payment
            current={{ lines, shipping, customer }}
            confirmed={confirmed}
            {...offered}
            onPlaced={finish}
          />
        ) : (
          <Navigate to="/confirmOrder" replace />
        )
      }
    </CheckoutFrame>
  )
}

/** Shown while the home page loads. */
function Placed() {
  return (
    <div className="shell py-10">
      <h1 className="sr-only">Payment</h1>
      <EmptyState title="Your Order is Placed.">Taking you home…</EmptyState>
    </div>
  )
}

/** Online, or in cash if the shop takes it or nothing in the cart can be paid yet. */
function Payment({
  current,
  confirmed,
  provider,
  shopName,
  cashPlan,
  onPlaced,
  ...offered
}: Omit<Route.ComponentProps['loaderData'], 'customer'> & {
  /** As the browser has it now: another tab may have changed it. */
  current: Checkout
  confirmed: string
  onPlaced: (checkout: Checkout, orderNumber: number) => void
}) {
  const [inCash, setInCash] = useState(false)
  const { checkout, isChanged } = useConfirmed(current, confirmed)
  const { payment, pay, checkAgain, dismissNotice } = useCheckout(checkout, (number) =>
    onPlaced(checkout, number),
  )
  if (payment.kind === 'unknown')
    return <UnknownNotice isBankSlow={payment.isBankSlow} onCheckAgain={checkAgain} />
  // While this tab pays, or corrects its cart, it keeps its form.
  if (isChanged && payment.kind !== 'changed' && !isBusy(payment)) return <ChangedElsewhere />
  const { hasReadyMade } = priceCart(checkout.lines)
  return (
    <>
      {payment.kind === 'changed' && (
        <ChangedNotice
          change={payment}
          lines={checkout.lines}
          onUpdated={() => {
            // What the server refuses is taken out, and the next total is without it.
            const coupon = 'coupon' in payment.errors ? null : checkout.shipping.coupon
            storedCoupon.save(coupon)
            storedConfirmed.save(
              describeConfirmed(cart.current(), { ...checkout.shipping, coupon }),
            )
            dismissNotice()
          }}
          onPayByCard={() => {
            setInCash(false)
            dismissNotice()
          }}
        />
      )}
      {cashPlan && hasReadyMade && (
        <CashChoice
          {...checkout}
          {...{ cashPlan, payer: offered.payer }}
          inCash={inCash}
          onChange={(next) => !isBusy(payment) && setInCash(next)}
        />
      )}
      {hasReadyMade && !inCash ? (
        <ProviderForm
          bill={cartBill(checkout, offered.depositPercent)}
          {...{ payment, pay, provider, shopName }}
        />
      ) : (
        <PayInCash {...{ checkout, payment }} onPay={() => pay()} {...offered} />
      )}
    </>
  )
}

/** The checkout that was confirmed, with its prices of now, and whether another one has taken its place. */
function useConfirmed(current: Checkout, confirmed: string) {
  const { lines, shipping } = current
  const isChanged = describeConfirmed(lines, shipping) !== confirmed
  const contents = describeContents(lines, shipping)
  const [last, setLast] = useState({ contents, checkout: current })
  if (!isChanged && last.contents !== contents) setLast({ contents, checkout: current })
  return { checkout: last.checkout, isChanged }
}

/** The bill of a cart. */
function cartBill({ lines, shipping, customer }: Checkout, depositPercent: number): Bill {
  const { cardTotal, hasCustom } = priceCheckout(lines, shipping)
  return {
    amountPaise: cardTotal,
    customer,
    address: addressLine(shipping),
    lines,
    details: <ReadOnlyAddress shipping={shipping} />,
    hint: hasCustom ? customPriceNote(depositPercent) : undefined,
  }
}

interface CashChoiceProps {
  lines: readonly CartLine[]
  shipping: ShippingDetails
  cashPlan: CashPlan
  payer: CashPayer
  inCash: boolean
  onChange: (inCash: boolean) => void
}

/** Only in a shop that takes cash for ready-made cakes. Says why if it cannot be chosen. */
function CashChoice({ lines, shipping, cashPlan, payer, inCash, onChange }: CashChoiceProps) {
  const picksUp = isPickup(shipping)
  const price = priceCheckout(lines, shipping)
  const error = cashError(cashPlan, { price, ...atDoor(shipping), ...payer })
  if (error) return <p className="rounded-field bg-blush px-4 py-3 text-sm">{error}</p>
  return (
    <ChoiceChips
      legend="How would you like to pay?"
      name="payBy"
      choices={[
        { value: 'card', label: 'Pay online' },
        { value: 'cash', label: picksUp ? 'Cash at pickup' : 'Cash on delivery' },
      ]}
      value={inCash ? 'cash' : 'card'}
      onChange={(value) => onChange(value === 'cash')}
    />
  )
}

const atDoor = (shipping: ShippingDetails) => ({
  pincode: isPickup(shipping) ? null : shipping.pincode,
  slotId: shipping.slot?.id ?? '',
  isForSomebodyElse: orderedGift(shipping).recipient !== null,
})

interface PayInCashProps extends FormState {
  checkout: Checkout
  payer: CashPayer
  midnightSlots: readonly string[]
  depositPercent: number
}

/** If nothing is paid now: customised cakes only, or cash on delivery. */
function PayInCash({ checkout, payer, midnightSlots, depositPercent, ...form }: PayInCashProps) {
  const { slotId, ...place } = atDoor(checkout.shipping)
  // Customised cakes are paid in cash in every zone.
  const rule = { takesCash: true, isAtMidnight: midnightSlots.includes(slotId) }
  const whyAhead = paidAheadError({ ...place, ...payer, ...rule })
  return (
    <Form {...form} submitLabel={<span>Place order</span>}>
      <div className="flex gap-4 rounded-field bg-blush p-4">
        <Icon path={banknoteIcon} size={24} className="shrink-0 text-berry" />
        <div className="grid gap-1">
          <h2 className="font-text text-base font-semibold tracking-normal">
            {whyAhead ? 'Nothing to pay now' : 'Cash On delivery'}
          </h2>
          <p className="text-sm">{cashText(checkout, depositPercent, whyAhead !== null)}</p>
          <p className="text-sm empty:hidden">{whyAhead}</p>
        </div>
      </div>
      <ReadOnlyAddress shipping={checkout.shipping} />
    </Form>
  )
}

function cashText({ lines, shipping }: Checkout, depositPercent: number, isAhead: boolean): string {
  const { hasReadyMade, total, cashTotal } = priceCheckout(lines, shipping)
  const picksUp = isPickup(shipping)
  const when = picksUp ? 'you pick it up' : 'the cake comes'
  if (hasReadyMade) {
    return `You pay ${formatRs(total)} in cash${picksUp ? '' : ' or by UPI'} when ${when}.`
  }
  const rest = `, with ${formatRs(cashTotal)} for ${picksUp ? 'the time slot' : 'shipping'}`
  const paid = customPaymentText({ isAhead, depositPercent, atDoor: `in cash when ${when}` })
  return `We email you the price of your cake to confirm. ${paid}${cashTotal > 0 ? rest : ''}.`
}

/** A field, as it is specified, that reads as text: as high as it needs to be, and without a box. */
function ReadOnlyAddress({ shipping }: { shipping: ShippingDetails }) {
  return (
    <Field label={isPickup(shipping) ? 'Pick up at' : 'Address'}>
      {(attributes) => (
        <textarea
          {...attributes}
          readOnly
          rows={2}
          value={handoverAddress(shipping)}
          className="field-sizing-content w-full resize-none bg-transparent"
        />
      )}
    </Field>
  )
}
