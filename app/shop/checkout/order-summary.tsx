import { ChevronDown } from 'lucide-react'
import { Link } from 'react-router'
import { linePrice } from '#shop/cakes/cake-price.ts'
import type { CartLine } from '#shop/cart/cart-line.ts'
import { type CartPrice, customPriceNote, priceCart, totalText } from '#shop/cart/price-cart.ts'
import { useHasZones } from '#shop/delivery/deliver-to/use-has-zones.ts'
import type { DeliveryTerms } from '#shop/delivery/delivery-fees.ts'
import type { Recipient } from '#shop/orders/gift/gift.ts'
import { ItemPicture } from '#shop/orders/item-picture.tsx'
import { Amounts, shippingRows } from '#shop/orders/money/order-amounts.tsx'
import { formatRs } from '#shop/values/money.ts'
import { formatWeight } from '#shop/values/weight.ts'
import { checkoutTerms, orderedGift, useShipping } from './shipping/shipping-details.ts'

interface OrderSummaryProps {
  lines: readonly CartLine[]
  /** Where the page itself lists the cakes, the amounts are enough. */
  amountsOnly?: boolean
}

/** What is being ordered, always in sight: open at the side, or folded into one line on phones. */
export function OrderSummary({ lines, amountsOnly }: OrderSummaryProps) {
  const listed = amountsOnly ? [] : lines
  const shipping = useShipping()
  const terms = checkoutTerms(shipping, useHasZones())
  const price = priceCart(lines, terms)
  const { recipient } = orderedGift(shipping)
  const body = <SummaryBody lines={listed} price={price} terms={terms} recipient={recipient} />
  return (
    <aside aria-label="Order summary" className="lg:sticky lg:top-24">
      <details className="group card lg:hidden">
        <summary className="flex min-h-14 list-none flex-wrap items-center gap-x-3 rounded-card px-5 py-3 [&::-webkit-details-marker]:hidden">
          <ChevronDown
            size={20}
            aria-hidden="true"
            className="text-berry transition group-open:rotate-180"
          />
          <span className="whitespace-nowrap font-semibold">Order summary</span>
          <span className="whitespace-nowrap text-sm text-cocoa-soft">{itemsText(price)}</span>
          <span className="ml-auto whitespace-nowrap font-semibold tabular-nums">
            {totalText(price, formatRs)}
            {terms === null && ' + delivery'}
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
  /** Of the delivery; null until a slot is chosen. */
  terms: DeliveryTerms | null
}

interface SummaryBodyProps extends SummaryAmountsProps {
  lines: readonly CartLine[]
  /** Null where it is for its customer. */
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
          For <span className="font-medium">{recipient.name}</span>
          {recipient.surprise && ', a surprise'}
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
          {[formatWeight(line.wt), line.flavour].filter(Boolean).join(', ')} × {line.amount}
        </span>
      </p>
      {line.customize ? (
        <span className="shrink-0 text-xs text-cocoa-soft">Cash On delivery</span>
      ) : (
        <span className="shrink-0 tabular-nums">
          {formatRs(linePrice(line, line.wt, line.amount))}
        </span>
      )}
    </li>
  )
}

/** Subtotal, shipping and total; and how customised cakes are paid when there are any. */
function SummaryAmounts({ price, terms }: SummaryAmountsProps) {
  const surcharge = terms?.surchargePaise ?? 0
  return (
    <div className="grid gap-3">
      <Amounts
        rows={[
          price.hasReadyMade && { label: 'Subtotal', value: formatRs(price.subtotal) },
          ...(terms
            ? shippingRows({ fee: price.shipping - surcharge, surcharge })
            : [{ label: 'Shipping', value: 'Choose a time' }]),
          {
            label: terms ? 'Total price' : 'Total without delivery',
            value: totalText(price, formatRs),
            strong: true,
          },
        ]}
      />
      {price.hasCustom && <p className="text-xs text-cocoa-soft">{customPriceNote}</p>}
    </div>
  )
}
