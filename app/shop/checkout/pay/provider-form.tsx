import type { BrowserProvider } from '#shop/payments/browser-provider.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Skeleton } from '#ui/loading.tsx'
import type { PayProps } from './card-form.tsx'

const isNeeded = true
const PayBySandbox = lazyPart(async () => (await import('./pay-by-sandbox.tsx')).PayBySandbox, {
  isNeeded,
  loading: <PaymentLoading name="sandbox" />,
})
const PayByStripe = lazyPart(async () => (await import('./pay-by-stripe.tsx')).PayByStripe, {
  isNeeded,
  loading: <PaymentLoading name="stripe" />,
})
const PayByRazorpay = lazyPart(async () => (await import('./pay-by-razorpay.tsx')).PayByRazorpay, {
  isNeeded,
  loading: <PaymentLoading name="razorpay" />,
})

interface ProviderFormProps extends PayProps {
  provider: BrowserProvider
  shopName: string
}

/** What a provider needs to be paid with; only its own code is loaded. */
export function ProviderForm({ provider, shopName, ...props }: ProviderFormProps) {
  switch (provider.name) {
    case 'sandbox':
      return <PayBySandbox {...props} />
    case 'stripe':
      return <PayByStripe {...props} publishableKey={provider.publishableKey} />
    case 'razorpay':
      return <PayByRazorpay {...props} keyId={provider.keyId} shopName={shopName} />
  }
}

const formHeights: Record<BrowserProvider['name'], string> = {
  sandbox: 'h-121.75 md:h-116.25',
  stripe: 'h-46',
  razorpay: 'h-20.5 md:h-15',
}

/** As high as the form that replaces it, to avoid a layout shift. */
export function PaymentLoading({ name }: Pick<BrowserProvider, 'name'>) {
  return (
    <div className="card grid gap-5 p-5 md:p-8">
      <Skeleton className={formHeights[name]} />
      <Skeleton className="h-14.5" />
      <Skeleton className="h-20.5" />
      <Skeleton className="h-14" />
    </div>
  )
}
