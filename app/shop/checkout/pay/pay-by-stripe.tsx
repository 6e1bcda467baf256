import { Elements } from '@stripe/react-stripe-js'
import type { StripeCardElement } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type ReactNode, useMemo } from 'react'
import type { CardFieldProps } from '#shop/payments/browser-provider.ts'
import { ProviderUnreachable, useProviderScript } from '#shop/payments/provider-script.tsx'
import { StripeCardField, stripeCardPayment } from '#shop/payments/stripe/stripe-card.tsx'
import { Skeleton } from '#ui/loading.tsx'
import { CardForm, type PayProps } from './card-form.tsx'

interface PayByStripeProps extends PayProps {
  publishableKey: string
}

/** The script is loaded from Stripe, on this page only. */
export function PayByStripe({ publishableKey, ...props }: PayByStripeProps) {
  const { state, tryAgain } = useProviderScript(() => loadStripe(publishableKey, { locale: 'en' }))
  const stripe = state.kind === 'ready' ? state.code : null
  const cardPayment = useMemo(() => stripe && stripeCardPayment(stripe), [stripe])

  function field(props: CardFieldProps<StripeCardElement>): ReactNode {
    if (state.kind === 'failed')
      return <ProviderUnreachable provider="Stripe" onTryAgain={tryAgain} />
    return stripe ? <StripeCardField {...props} /> : <Skeleton className="h-20" />
  }

  return (
    <Elements stripe={stripe}>
      <CardForm {...props} cardPayment={cardPayment} field={field} />
    </Elements>
  )
}
