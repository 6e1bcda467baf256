import { createStripeProvider } from '#shop/payments/stripe/stripe-provider.server.ts'
import { stripeEvents } from '#shop/payments/stripe/stripe-webhook.server.ts'
import { openStripe, type StripeStandIn } from './stand-ins/stripe.ts'
import { openTestShop } from './test-shop.ts'

export const stripeAccount = {
  secretKey: 'sk_test_a-key-for-the-tests',
  publishableKey: 'pk_test_a-key-for-the-tests',
  webhookSecret: 'whsec_a-secret-for-the-tests',
  events: stripeEvents,
}

/** What a customer does with Stripe in the browser. */
export function stripeBrowser({ url }: Pick<StripeStandIn, 'url'>) {
  async function post(path: string, params: Record<string, string>) {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripeAccount.publishableKey}` },
      body: new URLSearchParams(params),
    })
    return (await answer.json()) as { id: string; status: string }
  }
  return {
    async enterCard(number = '4242424242424242') {
      const card = { number, exp_month: '12', exp_year: '40', cvc: '123' }
      const fields = Object.entries(card).map(([name, value]) => [`card[${name}]`, value])
      return (await post('/v1/payment_methods', { type: 'card', ...Object.fromEntries(fields) })).id
    },
    /** Whether it was paid. */
    async confirm(clientSecret: string) {
      const id = clientSecret.split('_secret')[0]
      const path = `/v1/payment_intents/${id}/confirm`
      return (await post(path, { client_secret: clientSecret })).status === 'succeeded'
    },
  }
}

/** A test shop paid through a stand-in for Stripe, which gives each call little time. */
export async function openStripeShop() {
  const stripe = await openStripe(stripeAccount)
  const patience = { timeoutMs: 300, retries: 1 }
  const provider = createStripeProvider({ ...stripeAccount, apiBase: stripe.url }, patience)
  const shop = await openTestShop({ payments: () => provider })
  return {
    shop,
    stripe,
    browser: stripeBrowser(stripe),
    async close() {
      await shop.close()
      await stripe.close()
    },
  }
}
