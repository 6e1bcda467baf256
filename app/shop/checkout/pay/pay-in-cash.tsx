import { Banknote } from 'lucide-react'
import { priceCart } from '#shop/cart/price-cart.ts'
import { formatRs } from '#shop/values/money.ts'
import { Button } from '#ui/button.tsx'
import type { Checkout } from './checkout-calls.ts'
import { PaymentStatusLine } from './payment-status.tsx'
import { AddressToRead } from './read-only-fields.tsx'
import { isBusy, type Paying } from './use-payment.ts'

interface PayInCashProps {
  checkout: Checkout
  paying: Paying
  pay: () => Promise<void>
}

/** Customised cakes alone: no card is asked for. */
export function PayInCash({ checkout, paying, pay }: PayInCashProps) {
  const { cashDue } = priceCart(checkout.lines)
  const busy = isBusy(paying)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void pay()
      }}
      className="card grid gap-5 p-5 md:p-8"
    >
      <div className="flex gap-4 rounded-field bg-blush p-4">
        <Banknote size={24} aria-hidden="true" className="shrink-0 text-berry" />
        <div className="grid gap-1">
          <h2 className="font-text text-base font-semibold tracking-normal">Cash On delivery</h2>
          <p className="text-sm">
            We mail you the price of your cake to confirm. You pay it in cash when the cake comes,
            with {formatRs(cashDue)} for shipping.
          </p>
        </div>
      </div>
      <AddressToRead shipping={checkout.shipping} />
      <Button type="submit" size="large" wide busy={busy}>
        {busy ? 'Processing...' : 'Place order'}
      </Button>
      <PaymentStatusLine paying={paying} />
    </form>
  )
}
