import { useEffect, useRef, useState } from 'react'
import { ApiError, call } from '#platform/http/api-client.ts'
import { type Coupon, couponMissing, couponShares } from '#shop/cart/coupon.ts'
import { type PricedLine, priceCart } from '#shop/cart/price-cart.ts'
import { formatInr } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/forms/field.tsx'
import { useBusy } from '#ui/loading.tsx'
import { toast } from '#ui/toast.tsx'
import type { CheckCoupon } from './coupons.server.ts'

export interface CouponFieldProps {
  coupon: Coupon | null
  /** What it takes something off. */
  lines: readonly PricedLine[]
  onChange: (coupon: Coupon | null) => void
}

/** As `coupon-part.tsx` loads it. A coupon that is over by now, or not for who has logged in, is taken out. */
export function CouponField({ coupon, lines, onChange }: CouponFieldProps) {
  const around = useRef<HTMLDivElement>(null)
  const [error, setError] = useState<string>()
  const { busy, whileBusy } = useBusy()
  const { discount } = priceCart(lines, null, couponShares(coupon, lines))
  const used = coupon?.code
  // The button that was pressed for it is gone.
  useEffect(() => around.current?.querySelector('input')?.focus(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function takes out the same
  useEffect(() => {
    if (!used) return
    askFor(used).catch((thrown) => {
      if (!(thrown instanceof ApiError) || thrown.problem.status !== 409) return
      onChange(null)
      toast.info(thrown.problem.detail)
    })
  }, [used])

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
