import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { loginPath } from '#shop/accounts/next-path.ts'
import { useSession } from '#shop/accounts/session.ts'
import { useHasZones } from '#shop/delivery/deliver-to/delivery-address.ts'
import { CartCoupon } from '#shop/orders/coupons/coupon-part.tsx'
import { AcceptedPayments } from '#shop/payments/accepted-payments.tsx'
import { PayElsewhere } from '#shop/payments/in-app-browser/pay-elsewhere.tsx'
import { privateMeta, useShop } from '#shop/storefront/frame/shown-shop.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { loadNeeded } from '#ui/connection.ts'
import { bagIcon, Icon } from '#ui/icon.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { EmptyState } from '#ui/lists/list-parts.tsx'
import { Skeleton } from '#ui/loading.tsx'
import { ConfirmDialog } from '#ui/modal.tsx'
import { toast } from '#ui/toast.tsx'
import type { Route } from './+types/cart.page.ts'
import type { CartLine } from './cart-line.ts'
import {
  addMissingLines,
  emptyCart,
  removeFromCart,
  useCart,
  useCartIsLoaded,
} from './cart-store.ts'
import { CartTable } from './cart-table.tsx'
import { CartTotals } from './cart-totals.tsx'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...privateMeta(matches, 'Your cart'),
  {
    name: 'description',
    content: 'The cakes in your cart, with names, quantities and the total.',
  },
]

export default function CartPage() {
  const lines = useCart()
  const known = useCartIsLoaded()
  const bringsLines = useCartFromLink()
  useFreshCart(known && !bringsLines)
  // As high as the screen from the start: whatever comes to stand in it, nothing in sight is pushed away.
  return (
    <div className="shell min-h-[calc(100dvh-4rem)] py-6 md:py-10">
      {known ? <Cart lines={lines} /> : <Waiting />}
    </div>
  )
}

/** @returns whether the address still has the lines that a link brings */
function useCartFromLink(): boolean {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const bringsLines = hash.startsWith('#cart=')
  useEffect(() => {
    if (!bringsLines) return
    void loadNeeded(() => import('./cart-link.ts')).then(({ readCartLink }) => {
      const brought = readCartLink(hash)
      addMissingLines(brought)
      if (brought.length > 0) toast.success('Your cart is here.')
      else toast.error('This link is damaged. Please add your cakes again.')
      return navigate('/cart', { replace: true, preventScrollReset: true })
    })
  }, [bringsLines, hash, navigate])
  return bringsLines
}

/** Prices change, and cakes leave the shop, while they wait in a cart. A shop that does not answer changes nothing. */
function useFreshCart(isReady: boolean) {
  useEffect(() => {
    if (!isReady) return
    void import('./refresh-cart.ts')
      .then(({ refreshCart }) => refreshCart())
      .catch(() => [])
      .then((changes) => {
        for (const sentence of changes) toast.info(sentence)
      })
  }, [isReady])
}

// Only a shop with extras loads it.
const BoxExtras = lazyPart(async () => (await import('./load-cart-parts.ts')).loadBoxExtras())

function Cart({ lines }: { lines: readonly CartLine[] }) {
  const hasExtras = useShop()?.hasExtras
  const heading = useRef<HTMLHeadingElement>(null)
  function remove(line: CartLine) {
    const restore = removeFromCart(line.id)
    // The button that was pressed is gone; the focus must not be lost with it.
    const focusHeading = () => heading.current?.focus({ preventScroll: true })
    toast.info(`${line.name} removed`, () => {
      restore()
      focusHeading()
    })
    focusHeading()
  }
  return (
    <>
      <Head>
        <h1 ref={heading} tabIndex={-1} className="text-3xl focus:outline-none">
          Your cart
        </h1>
        <Greeting />
      </Head>
      {lines.length === 0 ? (
        <NoItem />
      ) : (
        <div className="grid items-start gap-8 lg:grid-cols-[1fr_21rem] lg:gap-12">
          <div className="grid gap-6">
            <PayElsewhere lines={lines} />
            <CartTable lines={lines} onRemove={remove} />
            <div className="flex flex-wrap justify-between gap-3">
              <ButtonLink variant="secondary" size="small" to="/products">
                continue Shopping
              </ButtonLink>
              <ClearCart />
            </div>
            {hasExtras && <BoxExtras />}
          </div>
          <aside className="grid gap-4 lg:sticky lg:top-24">
            <Totals lines={lines} />
            <div className="card px-6 py-2 empty:hidden">
              <CartCoupon lines={lines} />
            </div>
            <AcceptedPayments />
          </aside>
        </div>
      )}
    </>
  )
}

// Only a shop with zones loads it.
const ZoneCartTotals = lazyPart(
  async () => (await import('./load-cart-parts.ts')).loadZoneCartTotals(),
  { isNeeded: true, loading: <Skeleton className="h-64 rounded-card" /> },
)

function Totals({ lines }: { lines: readonly CartLine[] }) {
  if (!useHasZones()) return <CartTotals lines={lines} />
  return <ZoneCartTotals lines={lines} Totals={CartTotals} />
}

function Head({ children }: { children: ReactNode }) {
  return <div className="mb-6 grid gap-1 md:mb-8">{children}</div>
}

function Greeting() {
  const session = useSession()
  if (session) {
    return (
      <p className="text-cocoa-soft">
        Hello, <span className="font-semibold text-cocoa">{session.email}</span>
      </p>
    )
  }
  return <LoginFirst />
}

function LoginFirst() {
  return (
    <p className="text-cocoa-soft">
      User,{' '}
      <Link to={loginPath('/cart')} className="text-berry underline underline-offset-3">
        Login
      </Link>{' '}
      first
    </p>
  )
}

function NoItem() {
  return (
    <EmptyState
      picture={<Icon path={bagIcon} size={48} />}
      title="No Item In Cart"
      action={<ButtonLink to="/products">continue Shopping</ButtonLink>}
    >
      Add a cake and you will see it here.
    </EmptyState>
  )
}

function ClearCart() {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setAsking(true)}>
        clear cart
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={emptyCart}
        title="Clear your cart?"
        confirmLabel="Clear cart"
        danger
      >
        This removes all the cakes from your cart.
      </ConfirmDialog>
    </>
  )
}

/**
 * Only this browser knows what is in the cart. Until it is read, the page shows only whether it is empty, which its first
 * script sees.
 */
function Waiting() {
  return (
    <>
      <Head>
        <h1 className="text-3xl">Your cart</h1>
        <div className="noscript:hidden">
          <div data-when="signed-out">
            <LoginFirst />
          </div>
          <div data-when="signed-in">
            <Skeleton className="h-6 w-44" />
          </div>
        </div>
      </Head>
      <div data-when="cart-empty">
        <NoItem />
      </div>
      <div className="noscript:hidden" data-when="cart-unknown">
        <p className="sr-only">Loading your cart…</p>
        <div className="grid gap-8 lg:grid-cols-[1fr_21rem] lg:gap-12">
          <div className="grid content-start gap-4">
            <Skeleton className="h-28" />
            <Skeleton className="h-28" />
          </div>
          <Skeleton className="h-64 rounded-card" />
        </div>
      </div>
      <p className="hidden noscript:block">
        Your cart is saved in your browser and needs JavaScript.
      </p>
    </>
  )
}
