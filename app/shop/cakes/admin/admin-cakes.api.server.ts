import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { AdminCake } from './admin-cake.ts'
import {
  addCakeEndpoint,
  deleteCakeEndpoint,
  editCakeEndpoint,
  exportCatalogueEndpoint,
  importCatalogueEndpoint,
  importTemplateEndpoint,
  showCakeEndpoint,
} from './admin-cakes.endpoints.ts'
import { countCakes } from './admin-cakes.store.server.ts'
import { addCake, changeCake, deleteCake } from './edit-cakes.server.ts'
import { exportCatalogue, importTemplate } from './import/export-catalogue.server.ts'
import { checkImport, importCatalogue } from './import/import-catalogue.server.ts'

export function serveAdminCakes(api: Api, deps: AppContext) {
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

  api.serveFile(exportCatalogueEndpoint, async (_, facts) => {
    // The browser shows the progress with it.
    facts.responseHeaders.set('x-total-rows', String(await countCakes(deps.db)))
    return exportCatalogue(deps, facts.caller)
  })

  api.serveFile(importTemplateEndpoint, async () => importTemplate(deps.db))

  api.serveUpload(
    importCatalogueEndpoint,
    ({ file, query: { dryRun, version, ...choices } }, { caller }) =>
      dryRun
        ? checkImport(deps.db, file.bytes, choices)
        : importCatalogue(deps, { by: caller, file, choices, version }),
  )
}

const placeOf = ({ hidden }: AdminCake) => (hidden ? 'hidden from the shop' : 'in the shop')
const stateOf = ({ id, updatedAt }: AdminCake) => ({ id, updatedAt })
