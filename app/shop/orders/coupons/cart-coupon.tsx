import { useState } from 'react'
import { storedCoupon } from '#shop/cart/coupon-store.ts'
import type { PricedLine } from '#shop/cart/price-cart.ts'
import { Button } from '#ui/button.tsx'
import { useStored } from '#ui/hydration.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/loading.tsx'

const CartCouponField = lazyPart(async () => (await import('./coupon-field.tsx')).CartCouponField, {
  isNeeded: true,
  loading: <Skeleton className="h-11" />,
})

/** Loads its field when it is pressed, or where the cart has a coupon: few have a code. */
export function CartCoupon({ lines }: { lines: readonly PricedLine[] }) {
  const hasCoupon = useStored(storedCoupon) !== null
  const [isOpen, setOpen] = useState(hasCoupon)
  if (hasCoupon && !isOpen) setOpen(true)
  if (lines.every(({ customize }) => customize)) return null
  return isOpen ? (
    <CartCouponField lines={lines} />
  ) : (
    <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
      Coupon
    </Button>
  )
}
