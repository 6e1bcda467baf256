import type { Api } from '#platform/http/api.server.ts'
import { addCake, type CatalogueDeps } from './add-cake.server.ts'
import type { AdminCake } from './admin-cake.ts'
import {
  addCakeEndpoint,
  deleteCakeEndpoint,
  editCakeEndpoint,
  showCakeEndpoint,
} from './admin-cakes.endpoints.ts'
import { changeCake } from './change-cake.server.ts'
import { deleteCake } from './delete-cake.server.ts'
import { serveCatalogueFiles } from './import/catalogue-files.api.server.ts'

/** The calls by which the baker keeps the catalogue. */
export function serveAdminCakes(api: Api, deps: CatalogueDeps) {
  serveCatalogueFiles(api, deps)

  api.serve(addCakeEndpoint, async ({ body }, { caller }) => {
    const cake = await addCake(deps, { by: caller, cake: body })
    return { message: `${cake.name} is ${placeOf(cake)}.`, ...stateOf(cake) }
  })

  api.serve(editCakeEndpoint, async ({ body: { id, updatedAt, ...changes } }, { caller }) => {
    const cake = await changeCake(deps, { by: caller, id, changes, updatedAt })
    return { message: `${cake.name} is saved.`, ...stateOf(cake) }
  })

  api.serve(showCakeEndpoint, async ({ body: { id, hidden } }, { caller }) => {
    const action = hidden ? 'hide-cake' : 'show-cake'
    const cake = await changeCake(deps, { by: caller, id, changes: { hidden }, action })
    return { message: `${cake.name} is ${placeOf(cake)}.`, ...stateOf(cake) }
  })

  api.serve(deleteCakeEndpoint, async ({ body: { id } }, { caller }) => {
    await deleteCake(deps, { by: caller, id })
    return { message: 'Deleted succesfully' }
  })
}

const placeOf = ({ hidden }: AdminCake) => (hidden ? 'hidden from the shop' : 'in the shop')
const stateOf = ({ id, updatedAt }: AdminCake) => ({ id, updatedAt })
