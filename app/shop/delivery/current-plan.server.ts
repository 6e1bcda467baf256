import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { createReader } from '#platform/reader.server.ts'
import { kolkataDay, shiftDay } from '#shop/values/kolkata-time.ts'
import { readDeliveryPlan } from './delivery.store.server.ts'
import { type DeliveryPlan, emptyPlan } from './delivery-plan.ts'

/** On all that shows where, when or for how much the shop delivers. */
export const deliveryTag = 'delivery'

/** The delivery plan in the memory of this process: every checkout and many pages read it. */
export interface CurrentPlan {
  /** As it was read last; empty until `reload` has read it for the first time. */
  current(): DeliveryPlan
  /** Reads it if it is among what has changed. Resolves when `current` has the change. */
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
