import type { Log } from '#platform/log.server.ts'
import type { PaymentProvider, PaymentProviders } from '#shop/payments/payment-provider.ts'
import { createRazorpayProvider } from '#shop/payments/razorpay/razorpay-provider.server.ts'
import type { StripeSettings } from '#shop/payments/stripe/stripe-provider.server.ts'
import type { Config } from './config/config.server.ts'

/**
 * Every provider the shop has keys of; the sandbox always, for what it took before.
 *
 * @param watched puts something around each
 */
export async function paymentProviders(
  { stripe, razorpay, payments }: Pick<Config, 'stripe' | 'razorpay' | 'payments'>,
  { sandbox, log }: { sandbox: PaymentProvider; log: Log },
  watched: (provider: PaymentProvider) => PaymentProvider = (provider) => provider,
): Promise<PaymentProviders> {
  const all = [
    ...(stripe ? [await openStripe(stripe)] : []),
    ...(razorpay ? [createRazorpayProvider(razorpay, { log })] : []),
    sandbox,
  ].map(watched)
  const active = all.find(({ name }) => name === payments)
  if (!active) throw new Error(`no keys of the payment provider '${payments}'`)
  return { all, active }
}

/** The library takes its time and memory: only where it is used. */
async function openStripe(settings: StripeSettings): Promise<PaymentProvider> {
  const { createStripeProvider } = await import('#shop/payments/stripe/stripe-provider.server.ts')
  return createStripeProvider(settings)
}
