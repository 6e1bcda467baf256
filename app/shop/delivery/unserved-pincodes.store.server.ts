import { asc, desc, inArray, lt, ne, sql } from 'drizzle-orm'
import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { kolkataDay } from '#shop/values/kolkata-time.ts'
import { unservedPincodes } from './delivery.tables.server.ts'

/** Invented pincodes cannot fill the disk: the oldest are evicted. */
const maxPincodes = 1000

/** Counts that a pincode was looked up where the shop does not deliver, so that its owner knows; not who it was. */
export async function countUnserved(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  pincode: string,
) {
  const lastDay = kolkataDay(clock.now())
  await db.transaction(async (tx) => {
    const [counted] = await tx
      .insert(unservedPincodes)
      .values({ pincode, lookups: 1, lastDay })
      .onConflictDoUpdate({
        target: unservedPincodes.pincode,
        set: { lookups: sql`${unservedPincodes.lookups} + 1`, lastDay },
      })
      .returning({ lookups: unservedPincodes.lookups })
    if (counted?.lookups !== 1) return
    const tooMany = tx
      .select({ pincode: unservedPincodes.pincode })
      .from(unservedPincodes)
      .where(ne(unservedPincodes.pincode, pincode))
      .orderBy(desc(unservedPincodes.lastDay), desc(unservedPincodes.lookups))
      .offset(maxPincodes - 1)
    await tx.delete(unservedPincodes).where(inArray(unservedPincodes.pincode, tooMany))
  })
}

export type UnservedPincode = typeof unservedPincodes.$inferSelect

/** The pincodes with the most lookups. */
export async function listUnserved(db: Database, limit: number): Promise<UnservedPincode[]> {
  return db
    .select()
    .from(unservedPincodes)
    .orderBy(desc(unservedPincodes.lookups), asc(unservedPincodes.pincode))
    .limit(limit)
}

/** Deletes the counts of pincodes that were last looked up before a day in Kolkata. */
export async function deleteOldCounts(db: Database, day: string) {
  await db.delete(unservedPincodes).where(lt(unservedPincodes.lastDay, day))
}

/** Deletes the counts of pincodes for which `isServed` holds now. */
export async function deleteServedCounts(tx: Database, isServed: (pincode: string) => boolean) {
  const rows = await tx.select({ pincode: unservedPincodes.pincode }).from(unservedPincodes)
  const served = rows.map(({ pincode }) => pincode).filter(isServed)
  if (served.length === 0) return
  await tx.delete(unservedPincodes).where(inArray(unservedPincodes.pincode, served))
}
