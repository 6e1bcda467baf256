import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import { createReader } from '#platform/reader.server.ts'
import { shareReads } from '#platform/share-reads.ts'
import { kolkataDay, shiftDay } from '#shop/values/kolkata-time.ts'
import { readDeliveryPlan, readLoads } from './delivery.store.server.ts'
import { type DeliveryPlan, emptyPlan } from './delivery-plan.ts'
import type { Loads } from './slot-options.ts'

/** On all that shows where, when or for how much the shop delivers. */
export const deliveryTag = 'delivery'

/** The delivery plan in the memory of this process: every checkout and many pages read it. */
export interface CurrentPlan {
  /** As it was read last; empty until `reload` has read it for the first time. */
  current(): DeliveryPlan
  /** What is taken at this moment from one day to another, both included. Those who ask at once share a statement. */
  loads(first: string, last: string): Promise<Loads>
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
  const sharedLoads = shareReads((days) => {
    const [first = '', last = ''] = days.split(' ')
    return readLoads(db, first, last)
  })
  return {
    current: () => plan,
    loads: (first, last) => sharedLoads(`${first} ${last}`),
    async reload(changed) {
      if (changed !== 'everything' && !changed.has(deliveryTag)) return
      await reader.read(async () => {
        plan = await readDeliveryPlan(db, shiftDay(kolkataDay(clock.now()), -1))
      })
    },
    close: reader.close,
  }
}
