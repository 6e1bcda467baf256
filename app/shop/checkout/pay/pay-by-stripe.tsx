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

/** Stripe: its code comes from Stripe itself, once this page is there. */
export function PayByStripe({ publishableKey, ...props }: PayByStripeProps) {
  const { state, tryAgain } = useProviderScript(() => loadStripe(publishableKey, { locale: 'en' }))
  const stripe = state.kind === 'ready' ? state.code : null
  const company = useMemo(() => stripe && stripeCardPayment(stripe), [stripe])

  function field(given: CardFieldProps<StripeCardElement>): ReactNode {
    if (state.kind === 'failed')
      return <ProviderUnreachable company="Stripe" onTryAgain={tryAgain} />
    return stripe ? <StripeCardField {...given} /> : <Skeleton className="h-20" />
  }

  return (
    <Elements stripe={stripe}>
      <CardForm {...props} company={company} askBank={asksItself} field={field} />
    </Elements>
  )
}

/** Stripe shows the bank's question in a dialog of its own. */
const asksItself = () => Promise.reject(new Error('Stripe asks the bank itself'))
