import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { countPincode } from './unserved.store.server.ts'

/** Counts that somebody asked for a pincode where the shop does not deliver, so that its owner knows; not who it was. */
export async function countUnserved(
  { db, clock }: { db: Database; clock: Clock },
  pincode: string,
) {
  await db.transaction((tx) => countPincode(tx, { pincode, day: kolkataDay(clock.now()) }))
}
