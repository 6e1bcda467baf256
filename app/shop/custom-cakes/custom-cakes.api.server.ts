import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { OfferTokens } from './offer-tokens.server.ts'

/** The calls about customised cakes and their prices. */
export function serveCustomCakes(
  _api: Api,
  _deps: { db: Database; clock: Clock; jobs: Jobs; offerTokens: OfferTokens },
) {}
