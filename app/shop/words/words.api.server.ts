import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { formatDay } from '#shop/values/kolkata-time.ts'
import { changeWords, saveDetails, saveRate } from './save-words.server.ts'
import {
  saveDetailsEndpoint,
  saveRateEndpoint,
  saveWordsEndpoint,
  takeRateBackEndpoint,
} from './words.endpoints.ts'

export function serveWords(api: Api, deps: AppContext) {
  api.serve(saveWordsEndpoint, async ({ body: { words } }, { caller }) => {
    await changeWords(deps, { by: caller, words })
    return { message: 'Saved. The pages show it now.' }
  })

  api.serve(saveDetailsEndpoint, async ({ body: details }, { caller }) => {
    await saveDetails(deps, { by: caller, details })
    return { message: 'Saved. Pages, mails and new papers say it now.' }
  })

  api.serve(saveRateEndpoint, async ({ body: { hsn, gstPercent, ...rate } }, { caller }) => {
    const tax = { hsn, gstPercent: Number(gstPercent) }
    await saveRate(deps, { by: caller, rate: { ...rate, tax } })
    return { message: `Saved. It holds from ${formatDay(rate.from)}.` }
  })

  api.serve(takeRateBackEndpoint, async ({ body: rate }, { caller }) => {
    await saveRate(deps, { by: caller, rate: { ...rate, tax: null } })
    return { message: 'Taken back.' }
  })
}
