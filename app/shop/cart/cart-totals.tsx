import { type ReactNode, useState } from 'react'
import { useNavigate, useRouteLoaderData } from 'react-router'
import { loginPath } from '#shop/accounts/next-path.ts'
import { useSession } from '#shop/accounts/session.ts'
import { linePrice } from '#shop/cakes/cake-price.ts'
import type { DeliveryTerms } from '#shop/delivery/delivery-fees.ts'
import { taxWithin } from '#shop/values/gst/tax-within.ts'
import { formatInr, type Paise, sumPaise } from '#shop/values/money.ts'
import { keepsNothingText } from '#shop/values/shop-details.ts'
import { createStored, setCookie, textOf } from '#ui/browser-storage.ts'
import { Button } from '#ui/button.tsx'
import { useStored } from '#ui/hydration.tsx'
import { type CartLine, exceedsStock, exceedsStockText } from './cart-line.ts'
import { couponShares, storedCoupon } from './coupon.ts'
import { type CartPrice, type PricedLine, priceCart } from './price-cart.ts'
import { customPriceNote, totalText } from './price-texts.ts'

export interface CartTotalsProps {
  lines: readonly CartLine[]
  /** Of the delivery; as usual when left out, null where they are not known yet. */
  terms?: DeliveryTerms | null
  unknownFee?: string
  /** Why the checkout waits, as a sentence. */
  waitsFor?: string | null
  children?: ReactNode
}

export function CartTotals({ lines, terms, unknownFee, waitsFor, children }: CartTotalsProps) {
  const { gst } = useRouteLoaderData('root') as GstByCategory
  const coupon = useStored(storedCoupon)
  const price = priceCart(lines, terms, couponShares(coupon, lines))
  const { subtotal, discount, shipping, hasCustom, hasReadyMade } = price
  return (
    <section aria-labelledby="cart-totals" className="card grid gap-5 p-6">
      <h2 id="cart-totals" className="text-xl">
        Order summary
      </h2>
      <dl className="grid gap-2.5 tabular-nums">
        <Amount name="Subtotal" text={hasReadyMade ? formatInr(subtotal) : 'Cash On delivery'} />
        {discount > 0 && (
          <Amount name={`Coupon ${coupon?.code}`} text={`− ${formatInr(discount)}`} />
        )}
        <Amount name="Shipping Fee" text={terms === null ? unknownFee : feeText(shipping)} />
        <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4">
          <dt className="font-semibold">
            <span>Order Total</span>
            {terms === null && (
              <span className="block text-xs font-normal text-cocoa-soft">without delivery</span>
            )}
          </dt>
          <dd
            className={`ml-auto whitespace-nowrap font-display font-semibold ${hasCustom ? 'text-xl' : 'text-2xl'}`}
          >
            {totalText(price, formatInr)}
          </dd>
        </div>
      </dl>
      <p className="-mt-2 text-right text-sm text-cocoa-soft empty:hidden">
        {includedTaxText(lines, price, { gst, format: formatInr })}
      </p>
      {hasCustom && <CustomPriceNote />}
      {children}
      <CheckoutButton lines={lines} waitsFor={waitsFor} />
    </section>
  )
}

/** How customised cakes are paid. */
export function CustomPriceNote() {
  const root = useRouteLoaderData('root') as { shop: { depositPercent?: number } } | undefined
  return <p className="text-sm text-cocoa-soft">{customPriceNote(root?.shop.depositPercent)}</p>
}

function feeText(shipping: Paise): string {
  return shipping === 0 ? 'Free' : formatInr(shipping)
}

function Amount({ name, text }: { name: string; text: string | undefined }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-cocoa-soft">{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}

function CheckoutButton({ lines, waitsFor }: Pick<CartTotalsProps, 'lines' | 'waitsFor'>) {
  const session = useSession()
  const navigate = useNavigate()
  const { shop } = useRouteLoaderData('root') as { shop: { phone: string } }
  const [refused] = useState(findRefused)
  const mustWait = tooManyText(lines) ?? waitsFor
  const reason = mustWait ?? (refused && keepsNothingText(shop.phone))
  return (
    <div className="grid gap-2">
      <Button
        wide
        // Without storage, the payment page would find no cart.
        disabled={Boolean(mustWait) || refused === 'storage'}
        aria-describedby={reason ? 'checkout-waits' : undefined}
        onClick={() => void navigate(session ? '/shipping' : loginPath('/shipping', 'login-first'))}
      >
        Proceed to checkout
      </Button>
      {reason && (
        <p id="checkout-waits" className="text-sm font-medium text-chilli">
          {reason}
        </p>
      )}
    </div>
  )
}

function tooManyText(lines: readonly CartLine[]): string | null {
  const [tooMany] = exceedsStock(lines)
  if (!tooMany) return null
  return `${tooMany.name}: ${exceedsStockText(tooMany.stock)}. Reduce the quantity to continue.`
}

/** What the browser refuses to keep: by its settings, in private windows, or for lack of space. */
export function findRefused(): 'cookies' | 'storage' | null {
  // `navigator.cookieEnabled` may be true although all cookies are blocked.
  setCookie('cakewala-probe=1')
  if (!document.cookie.includes('cakewala-probe')) return 'cookies'
  setCookie('cakewala-probe=; Max-Age=0')
  const isKept = [true, false].every((visit) => {
    const probe = createStored('cakewala:probe', textOf, { visit })
    return probe.save('1') && probe.save(null)
  })
  return isKept ? null : 'storage'
}

/** What every page knows of tax. */
export interface GstByCategory {
  /** In per cent, by the category in lower case; '' is every other one. Empty in a shop that collects none. */
  gst: Record<string, number>
}

/** Below a total: 'Includes ₹42.86 GST'. '' in a shop that collects none, and while the price of a cake is to follow. */
export function includedTaxText(
  lines: readonly PricedLine[],
  { subtotal, shares, shipping, hasCustom }: CartPrice,
  { gst, format }: GstByCategory & { format: (paise: Paise) => string },
): string {
  if (hasCustom) return ''
  const goods = lines.map((line) => ({
    paise: linePrice(line, line.wt, line.amount),
    gstPercent: gst[line.category.toLowerCase()] ?? gst[''] ?? 0,
  }))
  // Delivery is taxed as the goods, by their value.
  const rates = new Set(goods.map(({ gstPercent }) => gstPercent))
  const delivery = [...rates].map((gstPercent) => {
    const alike = goods.filter((line) => line.gstPercent === gstPercent)
    return { gstPercent, paise: Math.round((shipping * sumPaise(alike)) / subtotal) }
  })
  const paid = goods.map((line, index) => ({ ...line, paise: line.paise - (shares[index] ?? 0) }))
  const tax = taxWithin([...paid, ...delivery])
  return tax > 0 ? `Includes ${format(tax)} GST` : ''
}
