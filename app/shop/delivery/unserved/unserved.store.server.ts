import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  sql,
} from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { pincodeRequests, unservedPincodes } from './unserved.tables.server.ts'

/** Invented pincodes cannot fill the disk: of more, those that nobody asked for since are forgotten. */
const mostPincodes = 1000

/** Counts that somebody asked for a pincode. */
export async function countPincode(
  tx: Database,
  { pincode, day }: { pincode: string; day: string },
) {
  const [counted] = await tx
    .insert(unservedPincodes)
    .values({ pincode, asked: 1, lastAsked: day })
    .onConflictDoUpdate({
      target: unservedPincodes.pincode,
      set: { asked: sql`${unservedPincodes.asked} + 1`, lastAsked: day },
    })
    .returning({ asked: unservedPincodes.asked })
  if (counted?.asked !== 1) return
  const tooMany = tx
    .select({ pincode: unservedPincodes.pincode })
    .from(unservedPincodes)
    .where(ne(unservedPincodes.pincode, pincode))
    .orderBy(desc(unservedPincodes.lastAsked), desc(unservedPincodes.asked))
    .offset(mostPincodes - 1)
  await tx.delete(unservedPincodes).where(inArray(unservedPincodes.pincode, tooMany))
}

/** The pincodes that are asked for most, and how many wait to be told. */
export async function listUnserved(db: Database, limit: number) {
  const waiting = db
    .select({ pincode: pincodeRequests.pincode, people: count().as('people') })
    .from(pincodeRequests)
    .where(isNotNull(pincodeRequests.confirmedAt))
    .groupBy(pincodeRequests.pincode)
    .as('waiting')
  return db
    .select({
      pincode: unservedPincodes.pincode,
      asked: unservedPincodes.asked,
      lastAsked: unservedPincodes.lastAsked,
      waiting: sql<number>`coalesce(${waiting.people}, 0)::integer`,
    })
    .from(unservedPincodes)
    .leftJoin(waiting, eq(waiting.pincode, unservedPincodes.pincode))
    .orderBy(desc(unservedPincodes.asked), asc(unservedPincodes.pincode))
    .limit(limit)
}

/** Forgets the counts of pincodes that nobody asked for since a day in Kolkata. */
export async function deleteOldCounts(db: Database, day: string) {
  await db.delete(unservedPincodes).where(lt(unservedPincodes.lastAsked, day))
}

/** Forgets the counts of pincodes for which `isServed` holds now. */
export async function deleteServedCounts(tx: Database, isServed: (pincode: string) => boolean) {
  const rows = await tx.select({ pincode: unservedPincodes.pincode }).from(unservedPincodes)
  const served = rows.map(({ pincode }) => pincode).filter(isServed)
  if (served.length === 0) return
  await tx.delete(unservedPincodes).where(inArray(unservedPincodes.pincode, served))
}

export type PincodeRequest = typeof pincodeRequests.$inferSelect

/**
 * Stores a request that awaits confirmation, or renews one from before `askedBefore`.
 *
 * @returns false if it is confirmed, or asked since
 */
export async function insertRequest(
  tx: Database,
  request: Omit<PincodeRequest, 'confirmedAt'>,
  askedBefore: Date,
): Promise<boolean> {
  const { token, askedAt } = request
  const added = await tx
    .insert(pincodeRequests)
    .values(request)
    .onConflictDoUpdate({
      target: [pincodeRequests.email, pincodeRequests.pincode],
      set: { token, askedAt },
      setWhere: and(isNull(pincodeRequests.confirmedAt), lte(pincodeRequests.askedAt, askedBefore)),
    })
    .returning({ email: pincodeRequests.email })
  return added.length > 0
}

export async function findRequest(db: Database, token: string): Promise<PincodeRequest | null> {
  const [request] = await db.select().from(pincodeRequests).where(eq(pincodeRequests.token, token))
  return request ?? null
}

/** The request of an address, if it still awaits its confirmation. */
export async function findUnconfirmed(
  db: Database,
  { email, pincode }: Pick<PincodeRequest, 'email' | 'pincode'>,
): Promise<PincodeRequest | null> {
  const [request] = await db
    .select()
    .from(pincodeRequests)
    .where(
      and(
        eq(pincodeRequests.email, email),
        eq(pincodeRequests.pincode, pincode),
        isNull(pincodeRequests.confirmedAt),
      ),
    )
  return request ?? null
}

/** Confirms a request made after a time; null if there is none, or it is confirmed. */
export async function setConfirmed(
  tx: Database,
  { token, at, askedAfter }: { token: string; at: Date; askedAfter: Date },
): Promise<PincodeRequest | null> {
  const [confirmed] = await tx
    .update(pincodeRequests)
    .set({ confirmedAt: at })
    .where(
      and(
        eq(pincodeRequests.token, token),
        isNull(pincodeRequests.confirmedAt),
        gte(pincodeRequests.askedAt, askedAfter),
      ),
    )
    .returning()
  return confirmed ?? null
}

/** Takes out the confirmed requests of pincodes for which `isServed` holds now. */
export async function takeServedRequests(
  tx: Database,
  isServed: (pincode: string) => boolean,
): Promise<PincodeRequest[]> {
  const rows = await tx
    .selectDistinct({ pincode: pincodeRequests.pincode })
    .from(pincodeRequests)
    .where(isNotNull(pincodeRequests.confirmedAt))
  const served = rows.map(({ pincode }) => pincode).filter(isServed)
  if (served.length === 0) return []
  return tx
    .delete(pincodeRequests)
    .where(and(inArray(pincodeRequests.pincode, served), isNotNull(pincodeRequests.confirmedAt)))
    .returning()
}

/** Deletes a request; false for an unknown one. */
export async function deleteRequest(db: Database, token: string): Promise<boolean> {
  const deleted = await db
    .delete(pincodeRequests)
    .where(eq(pincodeRequests.token, token))
    .returning({ email: pincodeRequests.email })
  return deleted.length > 0
}

/** Deletes requests that were not confirmed since they were asked, and those that were confirmed long ago. */
export async function deleteOldRequests(
  db: Database,
  { askedBefore, confirmedBefore }: { askedBefore: Date; confirmedBefore: Date },
) {
  const { askedAt, confirmedAt } = pincodeRequests
  await db
    .delete(pincodeRequests)
    .where(or(and(isNull(confirmedAt), lt(askedAt, askedBefore)), lt(confirmedAt, confirmedBefore)))
}
