import type { PaymentProvider } from '../payment-provider.ts'

export interface StripeSettings {
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Another address of the API, for tests; null is Stripe's own. */
  apiBase: string | null
}

/** Stripe behind the shop's interface. */
export function createStripeProvider(settings: StripeSettings): PaymentProvider {
  throw new Error(`not built yet: ${settings.publishableKey}`)
}
