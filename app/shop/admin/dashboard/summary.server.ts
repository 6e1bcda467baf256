import type { Database } from '#platform/database/database.server.ts'
import { beginOfDay, chartDays, fillDays } from '../days.ts'
import { countItemsToMake, salesByDay } from './summary.store.server.ts'

/** For how many days a delivery that was missed is still counted. */
export const overdueDays = 7

/** What the band at the top of the panel shows: today, what is to be made, and the last 30 days; in two queries. */
export async function loadSummary({ db, now }: { db: Database; now: Date }) {
  const tomorrow = beginOfDay(now, 1)
  const found = await salesByDay(db, beginOfDay(now, 1 - chartDays), tomorrow)
  const toMake = await countItemsToMake(db, {
    from: beginOfDay(now, -overdueDays),
    today: beginOfDay(now, 0),
    now,
    to: tomorrow,
  })
  return { days: fillDays(found, now), toMake }
}
