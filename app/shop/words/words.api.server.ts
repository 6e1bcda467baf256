import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { changeWords } from './save-words.server.ts'
import { saveDetails } from './shop/save-details.server.ts'
import { saveDetailsEndpoint, saveWordsEndpoint } from './words.endpoints.ts'

export function serveWords(api: Api, deps: AppContext) {
  api.serve(saveWordsEndpoint, async ({ body: { words } }, { caller }) => {
    await changeWords(deps, { by: caller, words })
    return { message: 'Saved. The pages show it now.' }
  })

  api.serve(saveDetailsEndpoint, async ({ body: details }, { caller }) => {
    await saveDetails(deps, { by: caller, details })
    return { message: 'Saved. Pages, mails and new papers say it now.' }
  })
}
