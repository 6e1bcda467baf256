import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { confirmByLink, startByLink } from './pay-by-link.server.ts'
import { confirmByLinkEndpoint, startByLinkEndpoint } from './paying.endpoints.ts'

/** The calls of whoever pays by a link. */
export function servePaying(api: Api, shop: AppContext) {
  api.serve(startByLinkEndpoint, async ({ body }, { address }) => {
    await shop.limiter.attempt('pay-by-link', address)
    return startByLink(shop, body)
  })

  api.serve(confirmByLinkEndpoint, ({ body }) => confirmByLink(shop, body))
}
