import { createContext } from 'react-router'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { FileStore, WholeFileStore } from '#platform/files/file-store.server.ts'
import type { CacheInvalidation } from '#platform/http/cache-invalidation.server.ts'
import type { Limiter } from '#platform/http/limits/limiter.server.ts'
import type { Jobs } from '#platform/jobs/job.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { Mailer } from '#platform/mail/mailer.server.ts'
import type { WebPush } from '#platform/push/web-push.server.ts'
import type { TokenSigner } from '#platform/secrets.server.ts'
import type { Accounts } from '#shop/accounts/accounts.server.ts'
import type { SecurityLog } from '#shop/audit-log/security-log.server.ts'
import type { PublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import type { CurrentPlan } from '#shop/delivery/delivery.store.server.ts'
import type { LiveOrders } from '#shop/order-pages/live-orders.server.ts'
import type { DeliveryCodeOf } from '#shop/orders/fulfilment/delivery-code.server.ts'
import type { PaymentProviders } from '#shop/payments/payment-provider.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { CurrentWords } from '#shop/words/words.store.server.ts'

/** What loaders, calls and jobs hand to use cases. */
export interface AppContext {
  db: Database
  clock: Clock
  log: Log
  jobs: Jobs
  /** How many customised cakes of a customer may wait for a price. Tests have another. */
  maxCakesAwaitingPrice?: number
  /** How many mails of a kind a recipient gets a day that others can cause. Tests have another. */
  maxUnsolicitedMailsPerRecipientADay?: number
  mailer: Mailer
  /** Tells phones. */
  webPush: WebPush
  files: WholeFileStore
  limiter: Limiter
  accounts: Accounts
  securityLog: SecurityLog
  payments: PaymentProviders
  /** Read it where it is needed: its owner changes it while the shop is open. */
  readonly shop: ShopDetails
  quoteTokens: TokenSigner
  /** For the links that pay. */
  payTokens: TokenSigner
  trackingTokens: TokenSigner
  /** For the links by which guests take their orders into an account. */
  keepOrderTokens: TokenSigner
  invitationTokens: TokenSigner
  runTokens: TokenSigner
  /** The code that the rider needs at the door. */
  deliveryCodeOf: DeliveryCodeOf
  /** Mails as files, if there is no mail server; null with one. */
  outbox: FileStore | null
  /** The catalogue in memory; `cacheInvalidation` keeps it up to date. */
  publishedCakes: PublishedCakes
  /** Zones, slots and days in memory; `cacheInvalidation` keeps them up to date. */
  deliveryPlan: CurrentPlan
  /** What the shop says of itself, in memory; `cacheInvalidation` keeps it up to date. */
  words: CurrentWords
  liveOrders: LiveOrders
  /** Transactions that change what public pages show. */
  cacheInvalidation: CacheInvalidation
}

/** The context in a page's loader: `context.get(appContext)`. */
export const appContext = createContext<AppContext>()

/** Set when a page fails because the database did not respond. */
export const pageFailure = createContext<{ isUnavailable: boolean }>()
