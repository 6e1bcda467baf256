import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import type { LateScale } from '#shop/values/late-scale.ts'
import { exceptionalDaysFrom } from './late.store.server.ts'
import type { Promised } from './late-promise.tsx'

/** What the shop promises from today on. */
export async function loadPromise({
  db,
  clock,
  lateScale,
}: {
  db: Database
  clock: Clock
  lateScale: LateScale
}): Promise<Promised> {
  const days = await exceptionalDaysFrom(db, kolkataDay(clock.now()))
  return { scale: lateScale, exceptional: days.map(({ day, reason }) => ({ day, reason })) }
}
