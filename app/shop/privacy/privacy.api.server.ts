import type { AppContext } from '#app/context.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import { clearSessionCookies } from '#shop/accounts/session-cookies.server.ts'
import { deleteSubscriber } from '#shop/storefront/storefront.store.server.ts'
import { deleteAccount } from './delete-account/delete-account.server.ts'
import { dataPage } from './download/data-page.server.ts'
import { findPersonalData } from './download/personal-data.store.server.ts'
import {
  deleteAccountEndpoint,
  downloadDataEndpoint,
  withdrawConsentEndpoint,
} from './privacy.endpoints.ts'

/** The rights of people over their data. */
export function servePrivacy(api: Api, deps: AppContext) {
  api.serveFile(downloadDataEndpoint, async ({ query }, { caller }) => {
    const data = await findPersonalData(deps.db, caller.id)
    await deps.securityLog.record({ kind: 'data-downloaded', userId: caller.id })
    if (query.as === 'page') {
      const body = dataPage(data, deps.files, deps.shop.name)
      return { type: 'text/html; charset=utf-8', name: 'my-data.html', body }
    }
    return {
      type: 'application/json; charset=utf-8',
      name: 'my-data.json',
      body: JSON.stringify(data, null, 2),
    }
  })

  api.serve(withdrawConsentEndpoint, async (_, { caller }) => {
    await deleteSubscriber(deps.db, { email: caller.email })
    return { message: 'You have unsubscribed. We won’t send you offers again.' }
  })

  api.serve(deleteAccountEndpoint, async (_, { caller, responseHeaders }) => {
    const message = await deleteAccount(deps, caller)
    clearSessionCookies(responseHeaders, deps.shop.publicUrl)
    return { message }
  })
}
