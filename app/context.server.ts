import { createContext } from 'react-router'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore } from '#platform/files/file-store.server.ts'
import type { CacheInvalidation } from '#platform/http/cache-invalidation.server.ts'
import type { Limiter } from '#platform/http/limiter.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Mailer } from '#platform/mail/mailer.server.ts'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import type { PublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import type { LiveOrders } from '#shop/live-orders/live-orders.server.ts'
import type { PaymentProviders } from '#shop/payments/payment-provider.ts'
import type { QuoteTokens } from '#shop/quotes/quote-tokens.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'

/** What a door (a page's loader, an endpoint, a job) hands to use cases. */
export interface AppContext {
  db: Database
  clock: Clock
  log: Log
  jobs: Jobs
  mailer: Mailer
  files: FileStore
  limiter: Limiter
  accounts: Accounts
  payments: PaymentProviders
  shop: ShopDetails
  quoteTokens: QuoteTokens
  /** Mails kept as files, where there is no mail server; null with one. */
  outbox: FileStore | null
  /** The catalogue in memory; `cacheInvalidation` keeps it up to date. */
  publishedCakes: PublishedCakes
  /** What happens to orders, for those who listen. */
  liveOrders: LiveOrders
  /** The finished public pages: whoever changes what they show does so through these. */
  cacheInvalidation: CacheInvalidation
}

/** How a page's loader reaches the context: `context.get(appContext)`. */
export const appContext = createContext<AppContext>()

/** Where a page's failure is noted when the database did not answer. */
export const pageFailure = createContext<{ isUnavailable: boolean }>()

/** Where a public page's loader adds the tags of what it shows, so that a change of that drops the page from the cache. */
export const pageTags = createContext<Set<string>>()
