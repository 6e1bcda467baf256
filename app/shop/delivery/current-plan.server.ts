import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { type Current, createCurrent } from '#platform/http/cache-invalidation.server.ts'
import type { Log } from '#platform/log.server.ts'
import { kolkataDay, shiftDay } from '#shop/values/kolkata-time.ts'
import { readDeliveryPlan } from './delivery.store.server.ts'
import { type DeliveryPlan, emptyPlan } from './delivery-plan.ts'

/** The name of its change, for `cacheInvalidation`. */
export const deliveryChanged = 'delivery'

/** The delivery plan in this process's memory: every checkout and many pages read it. */
export type CurrentPlan = Current<DeliveryPlan>

export function createCurrentPlan({
  db,
  log,
  clock,
}: {
  db: Database
  log: Log
  clock: Clock
}): CurrentPlan {
  return createCurrent({
    log,
    what: 'the delivery plan',
    name: deliveryChanged,
    empty: emptyPlan,
    load: () => readDeliveryPlan(db, shiftDay(kolkataDay(clock.now()), -1)),
  })
}
