import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api } from '#platform/http/api.server.ts'
import { endpoint } from '#platform/http/endpoint.ts'
import { newId } from '#platform/secrets.server.ts'
import { ofOwnAccount } from '#shop/accounts/login/log-in.server.ts'
import {
  addressesOf,
  clearDefault,
  deleteAddress,
  insertAddress,
  lockPlaces,
  updateAddress,
} from './address-book.store.server.ts'
import {
  type AddressEntry,
  addressEntrySchema,
  type SavedAddress,
  savedAddressSchema,
} from './saved-address.schema.ts'
import { maxAddresses } from './saved-address.ts'

const id = z.uuid('There is no such address')

const entry = addressEntrySchema.extend({
  name: addressEntrySchema.shape.name.default(''),
  mobile: addressEntrySchema.shape.mobile.default(''),
  isDefault: z
    .boolean()
    .default(false)
    .describe('A checkout begins with it; the former one does not'),
})

const addressesEndpoint = endpoint({
  ...ofOwnAccount,
  method: 'GET',
  path: '/account/addresses',
  summary: 'Your saved addresses',
  description: 'The default first, then by their labels.',
  response: z.array(savedAddressSchema),
})

export const saveAddressEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/addresses',
  summary: 'Save an address',
  description: `409 when ${maxAddresses} are saved.`,
  body: entry,
  response: savedAddressSchema,
  problems: [409],
})

export const changeAddressEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/addresses/change',
  summary: 'Change a saved address',
  description: 'Orders that were placed keep the address they were placed with.',
  body: entry.extend({ id }),
  response: savedAddressSchema,
  problems: [404],
})

export const deleteAddressEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/addresses/delete',
  summary: 'Delete a saved address',
  description: 'Orders that were placed keep it.',
  body: z.object({ id }),
  problems: [404],
})

export function serveAddressBook(api: Api, deps: AppContext) {
  api.serve(addressesEndpoint, (_, { caller }) => addressesOf(deps.db, caller.id))

  api.serve(saveAddressEndpoint, ({ body: entry }, { caller }) =>
    saveAddress(deps, { userId: caller.id, entry }),
  )

  api.serve(changeAddressEndpoint, ({ body: { id, ...entry } }, { caller }) =>
    changeAddress(deps, { userId: caller.id, id, entry }),
  )

  api.serve(deleteAddressEndpoint, async ({ body: { id } }, { caller }) => {
    if (!(await deleteAddress(deps.db, { userId: caller.id, id }))) throw noSuchAddress()
    return { message: 'The address is deleted.' }
  })
}

type NewAddress = AddressEntry & { isDefault: boolean }

/**
 * Saves an address of an account. A new default replaces the former one.
 *
 * @throws AppError conflict if the account has as many as it may
 */
export async function saveAddress(
  { db }: AppContext,
  { userId, entry }: { userId: string; entry: NewAddress },
): Promise<SavedAddress> {
  return db.transaction(async (tx) => {
    const usedPlaces = await lockPlaces(tx, userId)
    const place = Array.from({ length: maxAddresses }, (_, n) => n + 1).find(
      (n) => !usedPlaces.has(n),
    )
    if (place === undefined) {
      const sentence = `You can save ${maxAddresses} addresses. Please delete one first.`
      throw new AppError('conflict', sentence)
    }
    if (entry.isDefault) await clearDefault(tx, userId)
    return insertAddress(tx, { ...entry, id: newId(), userId, place })
  })
}

/**
 * Changes a saved address.
 *
 * @throws AppError not_found if the account has no such address
 */
async function changeAddress(
  { db }: AppContext,
  { userId, id, entry }: { userId: string; id: string; entry: NewAddress },
): Promise<SavedAddress> {
  return db.transaction(async (tx) => {
    await lockPlaces(tx, userId)
    if (entry.isDefault) await clearDefault(tx, userId)
    const changed = await updateAddress(tx, { userId, id }, entry)
    if (!changed) throw noSuchAddress()
    return changed
  })
}

/** The same error for another's address, so that it reveals nothing. */
function noSuchAddress(): AppError {
  return new AppError('not_found', 'There is no such address.')
}
