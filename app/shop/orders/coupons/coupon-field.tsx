import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '#platform/http/api-client.ts'
import { type Coupon, couponMissing, couponShares } from '#shop/cart/coupon.ts'
import { storedCoupon } from '#shop/cart/coupon-store.ts'
import { type PricedLine, priceCart } from '#shop/cart/price-cart.ts'
import { formatInr } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useStored } from '#ui/hydration.tsx'
import { toast } from '#ui/toast.tsx'
import { useBusy } from '#ui/use-busy.ts'
import type { CheckCoupon } from './use-coupon.server.ts'

interface CouponFieldProps {
  coupon: Coupon | null
  /** What it takes something off. */
  lines: readonly PricedLine[]
  onChange: (coupon: Coupon | null) => void
  /** Whether the field is shown at once. */
  isOpen?: boolean
}

/** Closed until it is pressed: few have a code, and others should not look for one. */
export function CouponField({ coupon, lines, onChange, isOpen = false }: CouponFieldProps) {
  const around = useRef<HTMLDivElement>(null)
  const [error, setError] = useState<string>()
  const { busy, whileBusy } = useBusy()
  const { discount, hasReadyMade } = priceCart(lines, null, couponShares(coupon, lines))

  /** What was pressed is gone; the focus must not be lost with it. */
  function change(next: Coupon | null) {
    onChange(next)
    setError(undefined)
    around.current?.focus()
  }

  async function apply(code: string) {
    try {
      change(await askFor(code))
    } catch (thrown) {
      setError(problemOf(thrown))
    }
  }

  if (!hasReadyMade) return null
  return (
    <div ref={around} tabIndex={-1} className="focus:outline-none">
      {coupon ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p role="status">
            {discount > 0
              ? `Coupon ${coupon.code}: ${formatInr(discount)} off`
              : couponMissing(coupon)}
          </p>
          <Button variant="quiet" size="small" onClick={() => change(null)}>
            Remove<span className="sr-only"> the coupon</span>
          </Button>
        </div>
      ) : (
        <details open={isOpen}>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-berry">
            Coupon
          </summary>
          <form
            noValidate
            className="flex items-start gap-2 pt-1 pb-3"
            onSubmit={(event) => {
              event.preventDefault()
              const code = String(new FormData(event.currentTarget).get('code'))
              void whileBusy(() => apply(code))
            }}
          >
            <TextField
              label="Coupon code"
              name="code"
              error={error}
              autoCapitalize="characters"
              autoComplete="off"
            />
            <Button type="submit" variant="secondary" busy={busy} className="mt-7">
              Apply
            </Button>
          </form>
        </details>
      )}
    </div>
  )
}

/** @throws ApiError */
const askFor = (code: string) => call<CheckCoupon>('GET /coupons/check', { query: { code } })

function problemOf(thrown: unknown): string {
  if (!(thrown instanceof ApiError)) throw thrown
  const { errors, detail } = thrown.problem
  return Object.values(errors ?? {})[0] ?? detail
}

/** {@link CouponField} of the cart, as `cart-coupon.tsx` loads it. A coupon that is over by now, or not for who has logged in, is taken out. */
export function CartCouponField({ lines }: Pick<CouponFieldProps, 'lines'>) {
  const coupon = useStored(storedCoupon)
  const code = coupon?.code
  useEffect(() => {
    if (!code) return
    askFor(code).catch((thrown) => {
      if (!(thrown instanceof ApiError) || thrown.problem.status !== 409) return
      storedCoupon.save(null)
      toast.info(thrown.problem.detail)
    })
  }, [code])
  return <CouponField coupon={coupon} lines={lines} onChange={storedCoupon.save} isOpen />
}
