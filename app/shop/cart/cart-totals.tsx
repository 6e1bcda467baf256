import { useNavigate } from 'react-router'
import { loginPath } from '#shop/accounts/next-path.ts'
import { useSession } from '#shop/accounts/session.ts'
import { formatInr } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { exceedsStock, exceedsStockText } from './cart.ts'
import type { CartLine } from './cart-line.ts'
import { customPriceNote, priceCart, totalText } from './price-cart.ts'

/** What the cart comes to, and the way on from here. */
export function CartTotals({ lines }: { lines: readonly CartLine[] }) {
  const price = priceCart(lines)
  const { subtotal, shipping, hasCustom, hasReadyMade } = price
  return (
    <section aria-labelledby="cart-totals" className="card grid gap-5 p-6">
      <h2 id="cart-totals" className="text-xl">
        Order summary
      </h2>
      <dl className="grid gap-2.5 tabular-nums">
        <Amount name="Subtotal" text={hasReadyMade ? formatInr(subtotal) : 'Cash On delivery'} />
        <Amount name="Shipping Fee" text={formatInr(shipping)} />
        <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-4">
          <dt className="font-semibold">Order Total</dt>
          <dd
            className={`ml-auto whitespace-nowrap font-display font-semibold ${hasCustom ? 'text-xl' : 'text-2xl'}`}
          >
            {totalText(price, formatInr)}
          </dd>
        </div>
      </dl>
      {hasCustom && <p className="text-sm text-cocoa-soft">{customPriceNote}</p>}
      <CheckoutButton lines={lines} />
    </section>
  )
}

function Amount({ name, text }: { name: string; text: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-cocoa-soft">{name}</dt>
      <dd>{text}</dd>
    </div>
  )
}

function CheckoutButton({ lines }: { lines: readonly CartLine[] }) {
  const session = useSession()
  const navigate = useNavigate()
  const [tooMany] = exceedsStock(lines)
  return (
    <div className="grid gap-2">
      <Button
        wide
        disabled={tooMany !== undefined}
        aria-describedby={tooMany && 'checkout-waits'}
        onClick={() => void navigate(session ? '/shipping' : loginPath('/shipping', 'login-first'))}
      >
        Proceed to checkout
      </Button>
      {tooMany && (
        <p id="checkout-waits" className="text-sm font-medium text-chilli">
          {tooMany.name}: {exceedsStockText(tooMany.stock)}. Reduce the quantity to continue.
        </p>
      )}
    </div>
  )
}
