import { useState } from 'react'
import { storedCoupon } from '#shop/cart/coupon.ts'
import type { PricedLine } from '#shop/cart/price-cart.ts'
import { useStored } from '#ui/hydration.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/loading.tsx'
import type { CouponFieldProps } from './coupon-field.tsx'

const CouponField = lazyPart(async () => (await import('./coupon-field.tsx')).CouponField, {
  isNeeded: true,
  loading: <Skeleton className="h-11" />,
})

/** Loads its field when it is pressed, or where there is a coupon: few have a code, and others should not look for one. */
export function CouponPart(props: CouponFieldProps) {
  const hasCoupon = props.coupon !== null
  const [isOpen, setOpen] = useState(hasCoupon)
  if (hasCoupon && !isOpen) setOpen(true)
  if (props.lines.every(({ customize }) => customize)) return null
  if (isOpen) return <CouponField {...props} />
  return (
    <button
      type="button"
      onClick={() => setOpen(true)}
      className="min-h-11 justify-self-start text-sm font-semibold text-berry underline-offset-4 hover:underline"
    >
      Coupon
    </button>
  )
}

export function CartCoupon({ lines }: { lines: readonly PricedLine[] }) {
  return <CouponPart lines={lines} coupon={useStored(storedCoupon)} onChange={storedCoupon.save} />
}
