import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { papersFileEndpoint, returnFileEndpoint } from './accounting.endpoints.ts'
import { papersFile } from './papers-file/papers-file.server.ts'
import { returnFile } from './returns/return-file.server.ts'

export function serveAccounting(api: Api, deps: AppContext) {
  api.serveFile(returnFileEndpoint, ({ query }) => returnFile(deps, query))

  api.serveFile(papersFileEndpoint, ({ query: { month } }, { caller: by }) =>
    papersFile(deps, { by, month }),
  )
}
