import { AppError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import {
  clearDefault,
  insertAddress,
  lockPlaces,
  updateAddress,
} from './address-book.store.server.ts'
import { mostAddresses } from './most-addresses.ts'
import type { AddressEntry, SavedAddress } from './saved-address.schema.ts'

type Wanted = AddressEntry & { isDefault: boolean }

/**
 * Saves an address of an account. A new default replaces the former one.
 *
 * @throws AppError conflict when the account has as many as it may
 */
export async function saveAddress(
  { db }: { db: Database },
  { userId, entry }: { userId: string; entry: Wanted },
): Promise<SavedAddress> {
  return db.transaction(async (tx) => {
    const usedPlaces = await lockPlaces(tx, userId)
    const place = Array.from({ length: mostAddresses }, (_, n) => n + 1).find(
      (n) => !usedPlaces.has(n),
    )
    if (place === undefined) {
      const most = `You can save ${mostAddresses} addresses. Please delete one first.`
      throw new AppError('conflict', most)
    }
    if (entry.isDefault) await clearDefault(tx, userId)
    return insertAddress(tx, { ...entry, id: newId(), userId, place })
  })
}

/**
 * Changes a saved address.
 *
 * @throws AppError not_found for another's, and for none
 */
export async function changeAddress(
  { db }: { db: Database },
  { userId, id, entry }: { userId: string; id: string; entry: Wanted },
): Promise<SavedAddress> {
  return db.transaction(async (tx) => {
    await lockPlaces(tx, userId)
    if (entry.isDefault) await clearDefault(tx, userId)
    const changed = await updateAddress(tx, { userId, id }, entry)
    if (!changed) throw noSuchAddress()
    return changed
  })
}

/** The same for another's address and for none, so that it reveals nothing. */
export function noSuchAddress(): AppError {
  return new AppError('not_found', 'There is no such address.')
}
