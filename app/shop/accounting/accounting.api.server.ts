import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { returnFileEndpoint } from './accounting.endpoints.ts'
import { returnFile } from './returns/return-file.server.ts'

export function serveAccounting(api: Api, deps: AppContext) {
  api.serveFile(returnFileEndpoint, ({ query }) => returnFile(deps, query))
}
