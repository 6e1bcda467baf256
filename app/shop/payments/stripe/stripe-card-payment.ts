import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import { type CardPayment, unclearFailure } from '../card-payment.ts'

type StripeCalls = Pick<Stripe, 'createPaymentMethod' | 'confirmCardPayment'>

/** Stripe in the browser: the card goes from Stripe's own field to Stripe, and Stripe asks the bank in its own dialog. */
export function stripeCardPayment(stripe: StripeCalls): CardPayment<StripeCardElement> {
  return {
    async createPaymentMethod(card, { cardholder }) {
      const { paymentMethod, error } = await stripe.createPaymentMethod({
        type: 'card',
        card,
        billing_details: { name: cardholder },
      })
      if (!paymentMethod) throw new Error(error.message ?? unclearFailure)
      return { id: paymentMethod.id }
    },

    async confirm(clientSecret) {
      try {
        // The server has given the payment its card.
        const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret)
        if (error) return { status: 'failed', message: error.message ?? unclearFailure }
        const { status } = paymentIntent
        if (status === 'succeeded' || status === 'processing') return { status: 'succeeded' }
      } catch {
        // Stripe's code throws where it was used wrongly: for the customer one more payment that did not go through.
      }
      return { status: 'failed', message: unclearFailure }
    },
  }
}
