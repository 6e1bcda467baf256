import type { Api } from '#platform/http/api.server.ts'
import type { Limiter } from '#platform/http/limiter.server.ts'
import { receiveMessage, type StorefrontDeps } from './contact/receive-message.server.ts'
import { subscribe, unsubscribe } from './newsletter/subscribe.server.ts'
import { contactEndpoint, subscribeEndpoint, unsubscribeEndpoint } from './storefront.endpoints.ts'

/** Messages to the shop, and who wants news by mail. */
export function serveStorefront(api: Api, deps: StorefrontDeps & { limiter: Limiter }) {
  api.serve(contactEndpoint, async ({ body }, { address }) => {
    await deps.limiter.attemptByMany('contact', address)
    await receiveMessage(deps, body)
    return { message: 'Message sent' }
  })

  api.serve(subscribeEndpoint, async ({ body: { email } }, { address }) => {
    await deps.limiter.attemptByMany('subscribe', address)
    await subscribe(deps, email)
    return { message: 'Thank you! We will write when there is something new.' }
  })

  api.serve(unsubscribeEndpoint, async ({ body: { token } }) => {
    await unsubscribe(deps, token)
    return { message: 'Done. We will not write to you again.' }
  })
}
