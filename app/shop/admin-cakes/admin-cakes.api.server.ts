import type { Api } from '#platform/http/api.server.ts'
import type { SecurityLog } from '#shop/accounts/security/security-log.server.ts'
import { addCake, type CatalogueDeps } from './add-cake.server.ts'
import type { AdminCake } from './admin-cake.ts'
import {
  addCakeEndpoint,
  deleteCakeEndpoint,
  editCakeEndpoint,
  showCakeEndpoint,
} from './admin-cakes.endpoints.ts'
import { countCakes } from './admin-cakes.store.server.ts'
import { changeCake } from './change-cake.server.ts'
import { deleteCake } from './delete-cake.server.ts'
import {
  exportCatalogueEndpoint,
  importCatalogueEndpoint,
  importTemplateEndpoint,
} from './import/catalogue-files.endpoints.ts'
import { exportCatalogue, importTemplate } from './import/export-catalogue.server.ts'
import { checkImport, importCatalogue } from './import/import-catalogue.server.ts'

interface AdminCakesDeps extends CatalogueDeps {
  securityLog: SecurityLog
}

/** The calls with which the baker manages the catalogue. */
export function serveAdminCakes(api: Api, deps: AdminCakesDeps) {
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

/** The calls that take the catalogue out as a file and bring it in again. */
function serveCatalogueFiles(api: Api, deps: AdminCakesDeps) {
  api.serveFile(exportCatalogueEndpoint, async ({ query: { format } }, facts) => {
    // The browser shows the progress with it.
    facts.responseHeaders.set('x-total-rows', String(await countCakes(deps.db)))
    return exportCatalogue(deps, { by: facts.caller, format })
  })

  api.serveFile(importTemplateEndpoint, async () => importTemplate(deps.db))

  api.serveUpload(importCatalogueEndpoint, ({ file, query: { dryRun, version } }, { caller }) =>
    dryRun
      ? checkImport(deps.db, file.bytes)
      : importCatalogue(deps, { by: caller, file, version }),
  )
}
