import type { Api } from '#platform/http/api.server.ts'
import type { Limiter } from '#platform/http/limits/limiter.server.ts'
import { askToBeTold, confirmRequest, type TellMeDeps, withdrawRequest } from './tell-me.server.ts'
import {
  confirmTellMeEndpoint,
  tellMeEndpoint,
  withdrawTellMeEndpoint,
} from './unserved.endpoints.ts'

/** The calls of who lives where the shop does not deliver yet. */
export function serveUnserved(api: Api, deps: TellMeDeps & { limiter: Limiter }) {
  api.serve(tellMeEndpoint, async ({ body }, { address }) => {
    await deps.limiter.attemptByMany('tell-me', address)
    const isStored = await askToBeTold(deps, body)
    const message = isStored
      ? 'Thank you! Please confirm it by the link in our email, if you haven’t before.'
      : `We deliver to ${body.pincode} already.`
    return { message }
  })

  api.serve(confirmTellMeEndpoint, async ({ body: { token } }) => {
    await confirmRequest(deps, token)
    return { message: 'Thank you! We’ll email you once, when we deliver there.' }
  })

  api.serve(withdrawTellMeEndpoint, async ({ body: { token } }) => {
    await withdrawRequest(deps, token)
    return { message: 'We have deleted your email and won’t tell you.' }
  })
}
