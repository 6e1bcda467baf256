import { CardElement, Elements, useElements } from '@stripe/react-stripe-js'
import type {
  Stripe,
  StripeCardElement,
  StripeCardElementChangeEvent,
  StripeElementStyle,
} from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type ReactNode, useImperativeHandle, useMemo, useState } from 'react'
import { Field, inputLook } from '#ui/forms/field.tsx'
import { Skeleton } from '#ui/loading.tsx'
import { token } from '#ui/token.ts'
import {
  type CardFieldProps,
  type CardPart,
  type CardPayment,
  unknownFailure,
} from '../browser-provider.ts'
import { ProviderUnreachable, useProviderScript } from '../provider-script.tsx'
import { toStripeAddress } from './stripe-address.ts'

/** The script is loaded from Stripe, on this page only. */
export function PayByStripe({
  publishableKey,
  children,
}: {
  publishableKey: string
  children: (card: CardPart<StripeCardElement>) => ReactNode
}) {
  const { state, tryAgain } = useProviderScript(() => loadStripe(publishableKey, { locale: 'en' }))
  const stripe = state.kind === 'ready' ? state.code : null
  const cardPayment = useMemo(() => stripe && stripeCardPayment(stripe), [stripe])

  function field(props: CardFieldProps<StripeCardElement>): ReactNode {
    if (state.kind === 'failed')
      return <ProviderUnreachable provider="Stripe" onTryAgain={tryAgain} />
    return stripe ? <StripeCardField {...props} /> : <Skeleton className="h-20" />
  }

  return <Elements stripe={stripe}>{children({ cardPayment, field })}</Elements>
}

/** Stripe's card field, which looks like ours; what is typed into it never reaches our page. */
function StripeCardField({ ref, onChange, error, disabled }: CardFieldProps<StripeCardElement>) {
  const elements = useElements()
  useImperativeHandle(ref, () => ({ focus: () => elements?.getElement(CardElement)?.focus() }))
  const [style] = useState(lookOfInputs)
  const [wrong, setWrong] = useState<string | null>(null)
  const [focused, setFocused] = useState(false)
  const sentence = wrong ?? error ?? undefined

  function change({ complete, error: fault }: StripeCardElementChangeEvent) {
    const field = elements?.getElement(CardElement) ?? null
    setWrong(fault?.message ?? null)
    onChange({
      error: fault?.message ?? null,
      card: complete ? field : null,
    })
  }

  return (
    <Field label="Card details" error={sentence}>
      {({ id }) => (
        <div
          className={`${inputLook} flex items-center ${sentence ? 'border-chilli ring-1 ring-chilli' : ''} ${focused ? 'outline-3 outline-offset-2 outline-berry' : ''}`}
        >
          <CardElement
            id={id}
            className="min-w-0 flex-1"
            // Cards in India need no postal code, and the page is for cards alone.
            options={{ style, disabled, hidePostalCode: true, disableLink: true }}
            onChange={change}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
          />
        </div>
      )}
    </Field>
  )
}

/** Stripe draws its field in a frame of its own, where none of our styles hold and our fonts are not. */
function lookOfInputs(): StripeElementStyle {
  const chilli = token('--color-chilli')
  return {
    base: {
      color: token('--color-cocoa'),
      iconColor: token('--color-cocoa-soft'),
      fontFamily: 'Figtree, Arial, sans-serif',
      fontSize: '16px',
      lineHeight: '26px',
      '::placeholder': { color: token('--color-cocoa-soft') },
    },
    invalid: { color: chilli, iconColor: chilli },
  }
}

type StripeCalls = Pick<Stripe, 'createPaymentMethod' | 'confirmCardPayment'>

/** Stripe in the browser: the card goes from Stripe's own field to Stripe, and Stripe asks the bank in its own dialog. */
export function stripeCardPayment(stripe: StripeCalls): CardPayment<StripeCardElement> {
  return {
    async createPaymentMethod(card, { cardholder, address }) {
      const { paymentMethod, error } = await stripe.createPaymentMethod({
        type: 'card',
        card,
        billing_details: {
          name: cardholder,
          ...(address !== null && { address: toStripeAddress(address) }),
        },
      })
      if (!paymentMethod) throw new Error(error.message ?? unknownFailure)
      return { id: paymentMethod.id }
    },

    async confirm(clientSecret) {
      try {
        // The server has attached the card.
        const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret)
        // A payment that is under way cannot be confirmed again: the error has it as it is now.
        const status = (paymentIntent ?? error.payment_intent)?.status
        if (status === 'succeeded' || status === 'processing') return { status }
        if (error) return { status: 'failed', message: error.message ?? unknownFailure }
      } catch {
        // Stripe's code throws where it was used wrongly: for the customer one more payment that did not go through.
      }
      return { status: 'failed', message: unknownFailure }
    },
  }
}
