import type { ReactNode } from 'react'
import { Link, Navigate } from 'react-router'
import { linePrice } from '#shop/cakes/cake-price.ts'
import { type CartLine, exceedsStock } from '#shop/cart/cart-line.ts'
import { useCart, useCartIsLoaded } from '#shop/cart/cart-store.ts'
import { CustomPriceNote } from '#shop/cart/cart-totals.tsx'
import { type Coupon, couponShares } from '#shop/cart/coupon.ts'
import { type CartPrice, priceCart } from '#shop/cart/price-cart.ts'
import { totalText } from '#shop/cart/price-texts.ts'
import { useHasZones } from '#shop/delivery/deliver-to/delivery-address.ts'
import type { DeliveryTerms } from '#shop/delivery/delivery-fees.ts'
import type { Recipient } from '#shop/orders/gift/gift.ts'
import { ItemPicture } from '#shop/orders/item-picture.tsx'
import { Amounts, couponRow, shippingRows } from '#shop/orders/money/order-amounts.tsx'
import { formatRs } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { ButtonLink } from '#ui/button.tsx'
import { bagIcon, chevronDownIcon, Icon } from '#ui/icon.tsx'
import { EmptyState } from '#ui/lists/list-parts.tsx'
import { Steps } from '#ui/lists/steps.tsx'
import { Skeleton } from '#ui/loading.tsx'
import { UserText } from '#ui/user-text.tsx'
import { checkoutTerms, orderedGift, useShipping } from './shipping/shipping-details.ts'

interface CheckoutFrameProps {
  step: CheckoutStep
  title: string
  /** Called with the cart when the browser has read it; never on the server. */
  children: (lines: readonly CartLine[]) => ReactNode
  loading?: ReactNode
}

/**
 * The shared parts of the three steps: indicator, heading and summary. Without a cart that can be ordered, a step shows
 * nothing else.
 */
export function CheckoutFrame({
  step,
  title,
  children,
  loading = <Loading />,
}: CheckoutFrameProps) {
  const lines = useCart()
  const known = useCartIsLoaded()
  if (known && lines.length === 0) return <NothingToOrder title={title} />
  if (exceedsStock(lines).length > 0) return <Navigate to="/cart" replace />
  return (
    <div className="shell pt-6 pb-16 md:pt-10">
      <div className="mx-auto grid max-w-5xl gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-y-8">
        <div className="mx-auto w-full max-w-xl lg:col-span-2">
          <Steps
            label="Checkout"
            layout="across"
            steps={steps.map((label, place) => ({
              label,
              state: place < step ? 'done' : place === step ? 'now' : 'next',
            }))}
          />
        </div>
        <div className="lg:order-last">
          {known ? (
            <OrderSummary lines={lines} amountsOnly={step === 1} />
          ) : (
            <Skeleton className="h-14 lg:h-64" />
          )}
        </div>
        <div className="grid min-w-0 content-start gap-6">
          <h1 className="text-3xl">{title}</h1>
          {known ? children(lines) : loading}
        </div>
      </div>
    </div>
  )
}

function Loading() {
  return (
    <div className="card grid gap-5 p-5 md:p-8">
      <Skeleton className="h-20" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </div>
  )
}

function NothingToOrder({ title }: { title: string }) {
  return (
    <div className="shell py-10">
      <h1 className="sr-only">{title}</h1>
      <EmptyState
        picture={<Icon path={bagIcon} size={56} className="stroke-[1.25]" />}
        title="No Item In Cart"
        action={<ButtonLink to="/products">continue Shopping</ButtonLink>}
      >
        Add a cake to your cart first.
      </EmptyState>
    </div>
  )
}

const steps = ['Shipping Details', 'Confirm Order', 'Payment'] as const

/** 0 shipping, 1 confirm, 2 payment. */
type CheckoutStep = 0 | 1 | 2

interface OrderSummaryProps {
  lines: readonly CartLine[]
  /** For a page that lists the cakes itself. */
  amountsOnly?: boolean
}

function OrderSummary({ lines, amountsOnly }: OrderSummaryProps) {
  const listed = amountsOnly ? [] : lines
  const shipping = useShipping()
  const terms = checkoutTerms(shipping, useHasZones())
  const price = priceCart(lines, terms, couponShares(shipping.coupon, lines))
  const { recipient } = orderedGift(shipping)
  const body = (
    <SummaryBody
      lines={listed}
      price={price}
      terms={terms}
      recipient={recipient}
      coupon={shipping.coupon}
    />
  )
  return (
    <aside aria-label="Order summary" className="lg:sticky lg:top-24">
      <details className="group card lg:hidden">
        <summary className="flex min-h-14 list-none flex-wrap items-center gap-x-3 rounded-card px-5 py-3 [&::-webkit-details-marker]:hidden">
          <Icon
            path={chevronDownIcon}
            size={20}
            className="text-berry transition group-open:rotate-180"
          />
          <span className="whitespace-nowrap font-semibold">Order summary</span>
          <span className="whitespace-nowrap text-sm text-cocoa-soft">{itemsText(price)}</span>
          <span className="ml-auto whitespace-nowrap font-semibold tabular-nums">
            {`${totalText(price, formatRs)}${terms === null ? ' + delivery' : ''}`}
          </span>
        </summary>
        <div className="px-5 pb-5">{body}</div>
      </details>
      <div className="card hidden p-6 lg:block">
        <div className="mb-4 flex items-baseline justify-between gap-3">
          <h2 className="text-lg">Order summary</h2>
          <span className="text-sm text-cocoa-soft">{itemsText(price)}</span>
        </div>
        {body}
      </div>
    </aside>
  )
}

function itemsText({ items }: CartPrice) {
  return items === 1 ? '1 item' : `${items} items`
}

interface SummaryAmountsProps {
  price: CartPrice
  /** Null until a slot is chosen. */
  terms: DeliveryTerms | null
  coupon: Coupon | null
}

interface SummaryBodyProps extends SummaryAmountsProps {
  lines: readonly CartLine[]
  /** Null if the customer orders for themselves. */
  recipient: Recipient | null
}

function SummaryBody({ lines, recipient, ...amounts }: SummaryBodyProps) {
  return (
    <div className="grid gap-4">
      {lines.length > 0 && (
        <ul className="grid gap-3 border-b border-line pb-4">
          {lines.map((line) => (
            <SummaryLine key={line.id} line={line} />
          ))}
        </ul>
      )}
      <SummaryAmounts {...amounts} />
      {recipient && (
        <p className="text-sm wrap-anywhere">
          For <UserText>{recipient.name}</UserText>
          <span>{recipient.surprise && ', a surprise'}</span>
        </p>
      )}
      <Link
        to="/cart"
        className="-my-2 py-2 text-sm font-semibold text-berry underline-offset-4 hover:underline"
      >
        Edit cart
      </Link>
    </div>
  )
}

function SummaryLine({ line }: { line: CartLine }) {
  return (
    <li className="flex items-center gap-3 text-sm">
      <ItemPicture image={line.image} bname={line.bname} size="small" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-medium">{line.name}</span>
        <span className="block text-cocoa-soft">
          <span>{[formatWeight(line.wt), line.flavour].filter(Boolean).join(', ')}</span> ×{' '}
          <span>{line.amount}</span>
        </span>
      </p>
      {line.customize ? (
        <span className="shrink-0 text-xs text-cocoa-soft">Price to follow</span>
      ) : (
        <span className="shrink-0 tabular-nums">
          {formatRs(linePrice(line, line.wt, line.amount))}
        </span>
      )}
    </li>
  )
}

function SummaryAmounts({ price, terms, coupon }: SummaryAmountsProps) {
  const surcharge = terms?.surchargePaise ?? 0
  return (
    <div className="grid gap-3">
      <Amounts
        rows={[
          price.hasReadyMade && { label: 'Subtotal', value: formatRs(price.subtotal) },
          couponRow(coupon?.code, price.discount),
          ...(terms
            ? shippingRows({ feePaise: price.shipping - surcharge, surchargePaise: surcharge })
            : [{ label: 'Shipping', value: 'Choose a time' }]),
          {
            label: terms ? 'Total price' : 'Total without delivery',
            value: totalText(price, formatRs),
            strong: true,
          },
        ]}
      />
      {price.hasCustom && <CustomPriceNote />}
    </div>
  )
}
