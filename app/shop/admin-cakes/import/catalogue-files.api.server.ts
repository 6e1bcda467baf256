import type { Api } from '#platform/http/api.server.ts'
import type { CatalogueDeps } from '../add-cake.server.ts'
import { countCakes } from '../admin-cakes.store.server.ts'
import {
  exportCatalogueEndpoint,
  importCatalogueEndpoint,
  importTemplateEndpoint,
} from './catalogue-files.endpoints.ts'
import { exportCatalogue, importTemplate } from './export-catalogue.server.ts'
import { checkImport, importCatalogue } from './import-catalogue.server.ts'

/** The calls that take the catalogue out as a file and bring it in again. */
export function serveCatalogueFiles(api: Api, deps: CatalogueDeps) {
  api.serveFile(exportCatalogueEndpoint, async ({ query: { format } }, facts) => {
    // For whoever shows how far it is.
    facts.responseHeaders.set('x-total-rows', String(await countCakes(deps.db)))
    return exportCatalogue(deps, { by: facts.caller, format })
  })

  api.serveFile(importTemplateEndpoint, async () => importTemplate(deps.db))

  api.serveUpload(importCatalogueEndpoint, ({ file, query: { dryRun, shelf } }, { caller }) =>
    dryRun ? checkImport(deps.db, file.bytes) : importCatalogue(deps, { by: caller, file, shelf }),
  )
}
