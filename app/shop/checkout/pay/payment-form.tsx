import type { ReactNode } from 'react'
import { priceCart } from '#shop/cart/price-cart.ts'
import { Button } from '#ui/button.tsx'
import type { Checkout } from './checkout-calls.ts'
import { PaymentStatusLine } from './payment-status.tsx'
import { AddressToRead, AmountToRead } from './read-only-fields.tsx'
import { isBusy, type Paying } from './use-payment.ts'

interface PaymentFormProps {
  checkout: Checkout
  paying: Paying
  /** False while the company's part of the page says that something is wrong, or is not there yet. */
  canPay: boolean
  onPay: () => Promise<void> | void
  /** What the company asks for. */
  children: ReactNode
}

/** What is paid and where it goes, around what a company asks for. */
export function PaymentForm({ checkout, paying, canPay, onPay, children }: PaymentFormProps) {
  const { cardTotal, hasCustom } = priceCart(checkout.lines)
  const busy = isBusy(paying)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void onPay()
      }}
      className="card grid gap-5 p-5 md:p-8"
    >
      {children}
      <AddressToRead shipping={checkout.shipping} />
      <AmountToRead
        paise={cardTotal}
        hint={hasCustom ? 'Your customised cake is paid in cash on delivery.' : undefined}
      />
      <Button type="submit" size="large" wide busy={busy} disabled={!canPay}>
        {busy ? 'Processing...' : 'Pay Now'}
      </Button>
      <PaymentStatusLine paying={paying} />
    </form>
  )
}
