import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import type { Database, OpenDatabase } from '#platform/database/database.server.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { openFiles } from '#platform/files/open-files.server.ts'
import type { CacheInvalidation } from '#platform/http/cache-invalidation.server.ts'
import { createLimiter } from '#platform/http/limits/limiter.server.ts'
import type { Jobs } from '#platform/jobs/job.server.ts'
import type { Log } from '#platform/log.server.ts'
import { createOutboxMailer, createSmtpMailer } from '#platform/mail/mailer.server.ts'
import type { Observability } from '#platform/observability/observability.server.ts'
import { createWebPush } from '#platform/push/web-push.server.ts'
import { createTokenSigner } from '#platform/secrets.server.ts'
import { createAccounts } from '#shop/accounts/accounts.server.ts'
import { createSecurityLog } from '#shop/audit-log/security-log.server.ts'
import type { PublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import type { CurrentPlan } from '#shop/delivery/delivery.store.server.ts'
import { createLiveOrders } from '#shop/order-pages/live-orders.server.ts'
import { createDeliveryCodes } from '#shop/orders/fulfilment/delivery-code.server.ts'
import { createOwnUpiProvider } from '#shop/paying/own-upi/own-upi-provider.server.ts'
import type { PaymentProvider, PaymentProviders } from '#shop/payments/payment-provider.ts'
import { createRazorpayProvider } from '#shop/payments/razorpay/razorpay-provider.server.ts'
import { createSandboxProvider } from '#shop/payments/sandbox/sandbox-provider.server.ts'
import type { StripeSettings } from '#shop/payments/stripe/stripe-provider.server.ts'
import { shopLimits } from '#shop/values/limits.server.ts'
import { type CurrentWords, currentShop } from '#shop/words/words.store.server.ts'
import type { Config } from './config/config.server.ts'
import { requiresMailTls } from './config/strict-settings.server.ts'
import type { AppContext } from './context.server.ts'

/** Makes the app context, with the adapters that the settings choose. Calls to other services are observed. */
export async function createAppContext(
  config: Config,
  opened: {
    database: OpenDatabase
    jobs: Jobs
    log: Log
    observability: Observability
    cacheInvalidation: CacheInvalidation
    publishedCakes: PublishedCakes
    deliveryPlan: CurrentPlan
    words: CurrentWords
    /** Signs sessions and links. */
    secret: string
  },
): Promise<AppContext> {
  const { database, jobs, log, observability, cacheInvalidation, secret } = opened
  const { publishedCakes, deliveryPlan, words } = opened
  const { db } = database
  const shopNow = currentShop(words, config.shop, systemClock)
  const outbox = createDiskStore(join(config.dataDir, 'outbox'))
  const mailer = config.smtpUrl
    ? createSmtpMailer(config.smtpUrl, config.mailFrom, { requireTls: requiresMailTls(config) })
    : createOutboxMailer(outbox, config.mailFrom)
  const files = await openFiles(config.storage, config)
  const sandbox = createSandboxProvider({ db, jobs, clock: systemClock })
  const securityLog = createSecurityLog({ db, log, clock: systemClock, secret })
  return {
    db,
    jobs,
    log,
    cacheInvalidation,
    publishedCakes,
    deliveryPlan,
    words,
    clock: systemClock,
    get shop() {
      return shopNow()
    },
    webPush: observability.observeCalls(
      'push',
      createWebPush({ secret, contact: () => shopNow().email }),
      ['send'],
    ),
    mailer: observability.observeCalls('mail', mailer, ['send']),
    files: observability.observeCalls('files', files, ['put', 'get', 'remove']),
    limiter: createLimiter(shopLimits, database),
    securityLog,
    accounts: createAccounts({
      db,
      securityLog,
      secret,
      publicUrl: config.publicUrl,
      shopName: config.shop.name,
      requireSecondFactor: config.requireSecondFactor,
    }),
    payments: await openPaymentProviders(config, { db, sandbox, log }, (provider) =>
      observability.observeCalls(provider.name, provider, paymentCalls),
    ),
    quoteTokens: createTokenSigner({ purpose: 'quote', secret }),
    payTokens: createTokenSigner({ purpose: 'pay', secret }),
    trackingTokens: createTokenSigner({ purpose: 'tracking', secret }),
    keepOrderTokens: createTokenSigner({ purpose: 'keep-order', secret }),
    invitationTokens: createTokenSigner({
      purpose: 'staff-invitation',
      secret,
    }),
    runTokens: createTokenSigner({ purpose: 'rider-run', secret }),
    deliveryCodeOf: createDeliveryCodes(secret),
    outbox: config.smtpUrl ? null : outbox,
    liveOrders: createLiveOrders(database, log),
  }
}

const paymentCalls = ['startPayment', 'getPayment', 'cancelPayment', 'refund', 'refundsOf'] as const

/**
 * Opens every provider that the shop has keys for, and those that need none: earlier payments may be theirs.
 *
 * @param wrap called with each provider, for example to measure its calls
 */
export async function openPaymentProviders(
  { stripe, razorpay, payments }: Pick<Config, 'stripe' | 'razorpay' | 'payments'>,
  { db, sandbox, log }: { db: Database; sandbox: PaymentProvider; log: Log },
  wrap: (provider: PaymentProvider) => PaymentProvider = (provider) => provider,
): Promise<PaymentProviders> {
  const all = [
    ...(stripe ? [await openStripe(stripe)] : []),
    ...(razorpay ? [createRazorpayProvider(razorpay, { log })] : []),
    sandbox,
    createOwnUpiProvider({ db, clock: systemClock }),
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
