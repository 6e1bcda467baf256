import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import {
  addressesEndpoint,
  changeAddressEndpoint,
  deleteAddressEndpoint,
  saveAddressEndpoint,
} from './address-book.endpoints.ts'
import { addressesOf, deleteAddress } from './address-book.store.server.ts'
import { changeAddress, noSuchAddress, saveAddress } from './save-address.server.ts'

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
