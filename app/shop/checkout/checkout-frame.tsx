import { Check, ShoppingBag } from 'lucide-react'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { type CartLine, exceedsStock } from '#shop/cart/cart-line.ts'
import { useCart, useCartIsLoaded } from '#shop/cart/cart-store.ts'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/lists/empty-state.tsx'
import { Skeleton } from '#ui/loading.tsx'
import { OrderSummary } from './order-summary.tsx'

interface CheckoutFrameProps {
  step: CheckoutStep
  /** The page's heading. */
  title: string
  /** Given the cart once the browser knows it; never on the server. */
  children: (lines: readonly CartLine[]) => ReactNode
  /** Stands in their place until then. */
  loading?: ReactNode
}

/** What the three steps share: the indicator, the heading, the summary, and no way on without a cart that can be ordered. */
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
          <CheckoutSteps current={step} />
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
        picture={<ShoppingBag size={56} strokeWidth={1.25} aria-hidden="true" />}
        title="No Item In Cart"
        action={<ButtonLink to="/products">continue Shopping</ButtonLink>}
      >
        Add a cake to your cart first.
      </EmptyState>
    </div>
  )
}

const steps = ['Shipping Details', 'Confirm Order', 'Payment'] as const

/** Where in the checkout the customer is: 0 shipping, 1 confirm, 2 payment. */
type CheckoutStep = 0 | 1 | 2

function CheckoutSteps({ current }: { current: CheckoutStep }) {
  return (
    <ol aria-label="Checkout" className="flex items-start">
      {steps.map((step, place) => (
        <li
          key={step}
          aria-current={place === current ? 'step' : undefined}
          className="relative grid flex-1 justify-items-center gap-2 text-center"
        >
          {place > 0 && (
            <span
              aria-hidden="true"
              className={`absolute top-4 right-1/2 h-0.5 w-full -translate-y-1/2 ${place <= current ? 'bg-berry' : 'bg-line'}`}
            />
          )}
          <StepDot place={place} current={current} />
          <span
            className={`text-xs sm:text-sm ${place === current ? 'font-semibold' : 'text-cocoa-soft'}`}
          >
            {step}
            {place < current && <span className="sr-only"> (done)</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}

function StepDot({ place, current }: { place: number; current: number }) {
  const look =
    place <= current ? 'bg-berry text-paper' : 'border-2 border-stroke bg-paper text-cocoa-soft'
  return (
    <span
      aria-hidden="true"
      className={`relative z-10 grid size-8 place-items-center rounded-pill text-sm font-semibold ${look}`}
    >
      {place < current ? <Check size={18} /> : place + 1}
    </span>
  )
}
