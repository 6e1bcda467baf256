import { join } from 'node:path'
import { systemClock } from '#platform/clock.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { createDiskStore } from '#platform/files/file-store.server.ts'
import { openFiles } from '#platform/files/open-files.server.ts'
import type { CacheInvalidation } from '#platform/http/cache-invalidation.server.ts'
import { createLimiter, usualLimits } from '#platform/http/limiter.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import { createOutboxMailer, createSmtpMailer } from '#platform/mail/mailer.server.ts'
import type { Observability } from '#platform/observability/observability.server.ts'
import { createAccounts } from '#shop/accounts/accounts.server.ts'
import type { PublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import { createLiveOrders } from '#shop/live-orders/live-orders.server.ts'
import { createSandboxProvider } from '#shop/payments/sandbox/sandbox-provider.server.ts'
import { createQuoteTokens } from '#shop/quotes/quote-tokens.server.ts'
import type { Config } from './config/config.server.ts'
import type { AppContext } from './context.server.ts'
import { paymentProviders } from './payment-providers.server.ts'

/** What is open before the adapters are. */
interface Opened {
  database: OpenDatabase
  jobs: Jobs
  log: Log
  observability: Observability
  cacheInvalidation: CacheInvalidation
  publishedCakes: PublishedCakes
  /** What signs sessions and links, and the sandbox's webhooks. */
  secrets: { session: string; webhook: string }
}

/** All that use cases are handed, as the settings want it. What goes outside this process is watched. */
export async function openAdapters(config: Config, opened: Opened): Promise<AppContext> {
  const { database, jobs, log, observability, cacheInvalidation, publishedCakes, secrets } = opened
  const { db } = database
  const outbox = createDiskStore(join(config.dataDir, 'outbox'))
  const mailer = config.smtpUrl
    ? createSmtpMailer(config.smtpUrl, config.mailFrom)
    : createOutboxMailer(outbox, config.mailFrom)
  const files = await openFiles(config.storage, config)
  const sandbox = createSandboxProvider({
    db,
    jobs,
    clock: systemClock,
    webhookSecret: secrets.webhook,
  })
  return {
    ...{ db, jobs, log, cacheInvalidation, publishedCakes, clock: systemClock, shop: config.shop },
    mailer: observability.observeCalls('mail', mailer, ['send']),
    files: observability.observeCalls('files', files, ['put', 'get', 'remove']),
    limiter: createLimiter(usualLimits, database),
    accounts: createAccounts({ db, secret: secrets.session, publicUrl: config.publicUrl }),
    payments: await paymentProviders(config, { sandbox, log }, (provider) =>
      observability.observeCalls(provider.name, provider, paymentCalls),
    ),
    quoteTokens: createQuoteTokens(secrets.session),
    outbox: config.smtpUrl ? null : outbox,
    liveOrders: createLiveOrders({ db, log }),
  }
}

const paymentCalls = [
  'startPayment',
  'getPayment',
  'cancelPayment',
  'refund',
  'getRefundStatus',
] as const
