import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { changeWords } from './save-words.server.ts'
import { saveWordsEndpoint } from './words.endpoints.ts'

export function serveWords(api: Api, deps: AppContext) {
  api.serve(saveWordsEndpoint, async ({ body: { words } }, { caller }) => {
    await changeWords(deps, { by: caller, words })
    return { message: 'Saved. The pages show it now.' }
  })
}
