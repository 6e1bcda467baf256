import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { createReader } from '#platform/reader.server.ts'
import { kolkataDay, shiftDay } from '#shop/values/kolkata-time.ts'
import { readDeliveryPlan } from './delivery.store.server.ts'
import { type DeliveryPlan, emptyPlan } from './delivery-plan.ts'

/** The tag of responses that depend on the delivery plan. */
export const deliveryTag = 'delivery'

/** The delivery plan in this process's memory: every checkout and many pages read it. */
export interface CurrentPlan {
  /** The last loaded plan; empty before the first `reload`. */
  current(): DeliveryPlan
  /** Reloads it if it has changed. Resolves when `current` has the change. */
  reload(changed: ReadonlySet<string> | 'everything'): Promise<void>
  close(): void
}

export function createCurrentPlan({
  db,
  log,
  clock,
}: {
  db: Database
  log: Log
  clock: Clock
}): CurrentPlan {
  const reader = createReader({ log, what: 'the delivery plan' })
  let plan = emptyPlan
  return {
    current: () => plan,
    async reload(changed) {
      if (changed !== 'everything' && !changed.has(deliveryTag)) return
      await reader.read(async () => {
        plan = await readDeliveryPlan(db, shiftDay(kolkataDay(clock.now()), -1))
      })
    },
    close: reader.close,
  }
}
