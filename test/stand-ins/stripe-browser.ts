import type { ConfirmOutcome } from '#shop/payments/browser-provider.ts'
import { stripeEvents } from '#shop/payments/stripe/stripe-webhook.server.ts'
import type { StripeStandIn } from './stripe.ts'

/** The account that tests have with the stand-in. */
export const stripeAccount = {
  secretKey: 'sk_test_a-key-for-the-tests',
  publishableKey: 'pk_test_a-key-for-the-tests',
  webhookSecret: 'whsec_a-secret-for-the-tests',
  events: stripeEvents,
}

/** What Stripe.js does in the customer's browser. */
export function stripeBrowser({ url }: Pick<StripeStandIn, 'url'>) {
  async function post(path: string, params: Record<string, string>) {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripeAccount.publishableKey}` },
      body: new URLSearchParams(params),
    })
    return (await answer.json()) as { id: string; status: string; error?: { message: string } }
  }

  return {
    async enterCard(number = '4242424242424242'): Promise<string> {
      const card = { number, exp_month: '12', exp_year: '40', cvc: '123' }
      const fields = Object.entries(card).map(([name, value]) => [`card[${name}]`, value])
      return (await post('/v1/payment_methods', { type: 'card', ...Object.fromEntries(fields) })).id
    },
    /** Pays, and answers the bank when it asks. */
    async confirm(
      clientSecret: string,
      { approves } = { approves: true },
    ): Promise<ConfirmOutcome> {
      const id = clientSecret.split('_secret')[0]
      const secret = { client_secret: clientSecret }
      const tried = await post(`/v1/payment_intents/${id}/confirm`, secret)
      const approve = String(approves)
      const ended =
        tried.status === 'requires_action'
          ? await post(`/bank/payment_intents/${id}`, { ...secret, approve })
          : tried
      if (ended.status === 'succeeded' || ended.status === 'processing') {
        return { status: 'succeeded' }
      }
      return { status: 'failed', message: ended.error?.message ?? 'The bank refused.' }
    },
  }
}
