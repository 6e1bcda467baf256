import { priceCart } from '#shop/cart/price-cart.ts'
import type { BrowserProvider } from '#shop/payments/browser-provider.ts'
import { ChangedNotice } from './changed-notice.tsx'
import type { Checkout } from './checkout-calls.ts'
import { PayByCard } from './pay-by-card.tsx'
import { PayInCash } from './pay-in-cash.tsx'
import { UnknownNotice } from './unknown-notice.tsx'
import { usePayment } from './use-payment.ts'

interface PaymentProps {
  checkout: Checkout
  /** Takes what is paid now. */
  company: BrowserProvider
  shopName: string
  onPlaced: () => void
}

/** The last step: by card or UPI, or in cash when nothing in the cart can be paid yet. */
export function Payment({ checkout, company, shopName, onPlaced }: PaymentProps) {
  const { paying, pay, checkAgain, startAnew } = usePayment(checkout, onPlaced)
  if (paying.kind === 'unknown') return <UnknownNotice onCheckAgain={checkAgain} />
  const { hasReadyMade } = priceCart(checkout.lines)
  return (
    <>
      {paying.kind === 'changed' && (
        <ChangedNotice change={paying} lines={checkout.lines} onUpdated={startAnew} />
      )}
      {hasReadyMade ? (
        <PayByCard
          checkout={checkout}
          paying={paying}
          pay={pay}
          company={company}
          shopName={shopName}
        />
      ) : (
        <PayInCash checkout={checkout} paying={paying} pay={() => pay()} />
      )}
    </>
  )
}
