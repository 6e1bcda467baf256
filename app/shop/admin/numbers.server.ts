import type { Database } from '#platform/database/database.server.ts'
import { beginOfDay, chartDays, daySeries } from './day-series.ts'
import { countToMake, numbersByDay } from './numbers.store.server.ts'

/** For how many days a delivery that was missed is still counted. */
export const overdueDays = 7

/** What the band at the top of the panel shows: today, what is to be made, and the last 30 days; in two queries. */
export async function loadNumbers({ db, now }: { db: Database; now: Date }) {
  const tomorrow = beginOfDay(now, 1)
  const found = await numbersByDay(db, beginOfDay(now, 1 - chartDays), tomorrow)
  const toMake = await countToMake(db, {
    from: beginOfDay(now, -overdueDays),
    today: beginOfDay(now, 0),
    now,
    to: tomorrow,
  })
  return { days: daySeries(found, now), toMake }
}
