import type { PaymentProvider } from '../payment-provider.ts'

export interface RazorpaySettings {
  keyId: string
  keySecret: string
  webhookSecret: string
  /** Where the API is, without a slash at its end. */
  apiBase: string
}

/** Razorpay behind the shop's interface. */
export function createRazorpayProvider(settings: RazorpaySettings): PaymentProvider {
  throw new Error(`not built yet: ${settings.keyId}`)
}
