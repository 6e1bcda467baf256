import { and, asc, desc, eq, getTableColumns } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { lockOwnAccount } from '#shop/accounts/accounts.store.server.ts'
import { addresses } from './address-book.tables.server.ts'
import type { AddressEntry, SavedAddress } from './saved-address.schema.ts'

const { userId: _, place: _place, ...columns } = getTableColumns(addresses)
export const addressColumns = columns

export async function addressesOf(db: Database, userId: string): Promise<SavedAddress[]> {
  return db
    .select(addressColumns)
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), asc(addresses.label), asc(addresses.place))
}

/** Locks the account and returns the places that are taken. @throws AppError not_signed_in if it was deleted meanwhile */
export async function lockPlaces(tx: Database, userId: string): Promise<Set<number>> {
  await lockOwnAccount(tx, userId)
  const rows = await tx
    .select({ place: addresses.place })
    .from(addresses)
    .where(eq(addresses.userId, userId))
  return new Set(rows.map(({ place }) => place))
}

/** For a transaction that has locked the account. */
export async function clearDefault(tx: Database, userId: string) {
  await tx
    .update(addresses)
    .set({ isDefault: false })
    .where(and(eq(addresses.userId, userId), addresses.isDefault))
}

export async function insertAddress(
  tx: Database,
  row: typeof addresses.$inferInsert,
): Promise<SavedAddress> {
  const [added] = await tx.insert(addresses).values(row).returning(addressColumns)
  if (!added) throw new Error('an insert without a row')
  return added
}

/** @returns null if the account has no such address */
export async function updateAddress(
  tx: Database,
  { userId, id }: { userId: string; id: string },
  change: AddressEntry & { isDefault: boolean },
): Promise<SavedAddress | null> {
  const [changed] = await tx
    .update(addresses)
    .set(change)
    .where(and(eq(addresses.userId, userId), eq(addresses.id, id)))
    .returning(addressColumns)
  return changed ?? null
}

export async function deleteAddress(
  db: Database,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  const deleted = await db
    .delete(addresses)
    .where(and(eq(addresses.userId, userId), eq(addresses.id, id)))
    .returning({ id: addresses.id })
  return deleted.length > 0
}
