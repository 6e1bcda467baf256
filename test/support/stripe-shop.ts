import { createStripeProvider } from '#shop/payments/stripe/stripe-provider.server.ts'
import { openStripe, type StripeStandIn } from '../stand-ins/stripe.ts'
import { stripeAccount, stripeBrowser } from '../stand-ins/stripe-browser.ts'
import { openTestShop } from './test-shop.ts'

/** What a customer does with Stripe in the browser; `confirm` answers whether it was paid. */
export function stripePages(stripe: Pick<StripeStandIn, 'url'>) {
  const { enterCard, confirm } = stripeBrowser(stripe)
  return {
    enterCard,
    confirm: async (clientSecret: string) => (await confirm(clientSecret)).status === 'succeeded',
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
    browser: stripePages(stripe),
    async close() {
      await shop.close()
      await stripe.close()
    },
  }
}
