import type { Api } from '#platform/http/api.server.ts'
import type { Limiter } from '#platform/http/limits/limiter.server.ts'
import { setReadableCookies } from '../session-cookies.server.ts'
import {
  cancelEmailChange,
  confirmEmailChange,
  type EmailChangeDeps,
  requestEmailChange,
} from './change-email.server.ts'
import {
  cancelEmailChangeEndpoint,
  changeEmailEndpoint,
  confirmEmailEndpoint,
} from './email-change.endpoints.ts'

export interface EmailChangeApiDeps extends EmailChangeDeps {
  limiter: Limiter
  shop: { publicUrl: string }
}

/** The calls by which people change their email, confirmed in both mailboxes. */
export function serveEmailChange(api: Api, deps: EmailChangeApiDeps) {
  const { accounts, limiter, shop } = deps

  api.serve(changeEmailEndpoint, async ({ body: { email } }, { caller }) => {
    await limiter.attempt('email-change', caller.id)
    await requestEmailChange(deps, caller, email)
    return { message: 'Almost done: open the links that we have mailed to both addresses.' }
  })

  api.serve(cancelEmailChangeEndpoint, async (_, { caller }) => {
    await cancelEmailChange(deps, caller)
    return { message: 'Your email stays as it is.' }
  })

  api.serve(confirmEmailEndpoint, async ({ body: { token } }, context) => {
    const { address, caller, headers, responseHeaders } = context
    await limiter.attemptByMany('confirm-email', address)
    const { userId, change } = await confirmEmailChange(deps, { token, headers })
    if (!change) {
      const message = 'Thank you. Now open the link in the email to your other address.'
      return { message, isChanged: false }
    }
    if (accounts.devices.knownBy(headers, change.from) !== null) {
      accounts.devices.remember(headers, responseHeaders, change.to)
    }
    if (caller?.id === userId) {
      setReadableCookies(responseHeaders, { ...caller, email: change.to }, shop.publicUrl)
      return { message: 'Your email is changed.', isChanged: true }
    }
    return { message: 'Your email is changed. Please log in with it.', isChanged: true }
  })
}
