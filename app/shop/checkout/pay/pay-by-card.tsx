import { lazy, Suspense } from 'react'
import type { BrowserProvider } from '#shop/payments/browser-provider.ts'
import type { PayProps } from './card-form.tsx'
import { PaymentLoading } from './payment-loading.tsx'

// A company's code is of no use where another one takes the payments.
const PayBySandbox = lazy(async () => ({
  default: (await import('./pay-by-sandbox.tsx')).PayBySandbox,
}))
const PayByStripe = lazy(async () => ({
  default: (await import('./pay-by-stripe.tsx')).PayByStripe,
}))
const PayByRazorpay = lazy(async () => ({
  default: (await import('./pay-by-razorpay.tsx')).PayByRazorpay,
}))

interface PayByCardProps extends PayProps {
  company: BrowserProvider
  shopName: string
}

/** The form of the company that takes the shop's payments. */
export function PayByCard(props: PayByCardProps) {
  return (
    <Suspense fallback={<PaymentLoading company={props.company} />}>
      <FormOf {...props} />
    </Suspense>
  )
}

function FormOf({ company, shopName, ...props }: PayByCardProps) {
  switch (company.name) {
    case 'sandbox':
      return <PayBySandbox {...props} />
    case 'stripe':
      return <PayByStripe {...props} publishableKey={company.publishableKey} />
    case 'razorpay':
      return <PayByRazorpay {...props} keyId={company.keyId} shopName={shopName} />
  }
}
