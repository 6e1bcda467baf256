import { lazy, Suspense } from 'react'
import { priceCart } from '#shop/cart/price-cart.ts'
import { Skeleton } from '#ui/spinner.tsx'
import { ChangedNotice } from './changed-notice.tsx'
import type { Checkout } from './checkout-calls.ts'
import { PayInCash } from './pay-in-cash.tsx'
import { UnknownNotice } from './unknown-notice.tsx'
import { usePaying } from './use-paying.ts'

// The card company's code is of no use on any other page.
const PayByCard = lazy(async () => ({ default: (await import('./pay-by-card.tsx')).PayByCard }))

interface PaymentProps {
  checkout: Checkout
  onPlaced: () => void
}

/** The last step: by card, or in cash when nothing in the cart can be paid yet. */
export function Payment({ checkout, onPlaced }: PaymentProps) {
  const { paying, pay, checkAgain, startAnew } = usePaying(checkout, onPlaced)
  if (paying.kind === 'unknown') return <UnknownNotice onCheckAgain={checkAgain} />
  const { hasReadyMade } = priceCart(checkout.lines)
  return (
    <>
      {paying.kind === 'changed' && (
        <ChangedNotice change={paying} lines={checkout.lines} onUpdated={startAnew} />
      )}
      {hasReadyMade ? (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <PayByCard checkout={checkout} paying={paying} pay={pay} />
        </Suspense>
      ) : (
        <PayInCash checkout={checkout} paying={paying} pay={() => pay()} />
      )}
    </>
  )
}
