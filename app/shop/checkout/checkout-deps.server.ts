import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { PublishedCakes } from '#shop/cakes/published-cakes.server.ts'
import type { CurrentPlan } from '#shop/delivery/current-plan.server.ts'
import type { PaymentProviders } from '#shop/payments/payment-provider.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'

/** What starting and settling a checkout use. */
export interface CheckoutDeps {
  db: Database
  clock: Clock
  jobs: Jobs
  log: Log
  payments: PaymentProviders
  deliveryPlan: CurrentPlan
  publishedCakes: PublishedCakes
  maxCakesAwaitingPrice?: number
  shop: ShopDetails
}
