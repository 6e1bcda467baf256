import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { changeWords } from './save-words.server.ts'
import { saveFacts } from './shop/save-facts.server.ts'
import { saveFactsEndpoint, saveWordsEndpoint } from './words.endpoints.ts'

export function serveWords(api: Api, deps: AppContext) {
  api.serve(saveWordsEndpoint, async ({ body: { words } }, { caller }) => {
    await changeWords(deps, { by: caller, words })
    return { message: 'Saved. The pages show it now.' }
  })

  api.serve(saveFactsEndpoint, async ({ body: facts }, { caller }) => {
    await saveFacts(deps, { by: caller, facts })
    return { message: 'Saved. Pages, mails and new papers say it now.' }
  })
}
