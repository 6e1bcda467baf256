import type { Log } from '#platform/log.server.ts'
import type { PaymentProvider, PaymentProviders } from '#shop/payments/payment-provider.ts'
import { createRazorpayProvider } from '#shop/payments/razorpay/razorpay-provider.server.ts'
import type { StripeSettings } from '#shop/payments/stripe/stripe-provider.server.ts'
import type { Config } from './config/config.server.ts'

/**
 * Every provider that the shop has keys for. The sandbox is always one: earlier payments may be its own.
 *
 * @param wrap called with each provider, for example to measure its calls
 */
export async function paymentProviders(
  { stripe, razorpay, payments }: Pick<Config, 'stripe' | 'razorpay' | 'payments'>,
  { sandbox, log }: { sandbox: PaymentProvider; log: Log },
  wrap: (provider: PaymentProvider) => PaymentProvider = (provider) => provider,
): Promise<PaymentProviders> {
  const all = [
    ...(stripe ? [await openStripe(stripe)] : []),
    ...(razorpay ? [createRazorpayProvider(razorpay, { log })] : []),
    sandbox,
  ].map(wrap)
  const active = all.find(({ name }) => name === payments)
  if (!active) throw new Error(`no keys of the payment provider '${payments}'`)
  return { all, active }
}

/** Stripe's library is large: it is loaded only when it is used. */
async function openStripe(settings: StripeSettings): Promise<PaymentProvider> {
  const { createStripeProvider } = await import('#shop/payments/stripe/stripe-provider.server.ts')
  return createStripeProvider(settings)
}
