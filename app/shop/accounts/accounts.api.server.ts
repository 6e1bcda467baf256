import { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Api } from '#platform/http/api.server.ts'
import type { Limiter } from '#platform/http/limiter.server.ts'
import type { Jobs } from '#platform/jobs/jobs.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import {
  forgotPasswordEndpoint,
  loginEndpoint,
  logoutEndpoint,
  nameByEmailEndpoint,
  registerEndpoint,
  resetPasswordEndpoint,
} from './accounts.endpoints.ts'
import type { Accounts } from './accounts.server.ts'
import { personByEmail } from './accounts.store.server.ts'
import { requestPasswordReset } from './password/password-reset.mail.tsx'
import { clearSessionCookies, setSessionCookies } from './session-cookies.server.ts'

export interface AccountsApiDeps {
  accounts: Accounts
  db: Database
  clock: Clock
  jobs: Jobs
  limiter: Limiter
  shop: ShopDetails
}

/** Registering, signing in and out, names, and forgotten passwords. */
export function serveAccounts(api: Api, deps: AccountsApiDeps) {
  serveRegistration(api, deps)
  serveSessions(api, deps)
  servePasswordReset(api, deps)
}

function serveRegistration(api: Api, { accounts, db, limiter }: AccountsApiDeps) {
  api.serve(registerEndpoint, async ({ body }, { address }) => {
    await limiter.attemptByMany('register', address)
    await accounts.register(body)
    return { message: 'You are registered. Please log in.' }
  })

  api.serve(nameByEmailEndpoint, async ({ body: { email } }, { caller }) => {
    if (!caller.isAdmin && caller.email !== email) {
      throw new AppError('forbidden', 'You may only ask for your own name.')
    }
    const person = await personByEmail(db, email)
    if (!person) throw new AppError('not_found', 'No account has this email.')
    return { userName: person.name }
  })
}

function serveSessions(api: Api, { accounts, limiter, shop }: AccountsApiDeps) {
  api.serve(loginEndpoint, async ({ body }, { address, responseHeaders }) => {
    // The strictest limit is for an account and an address together: nobody can lock another person out.
    const accountAndAddress = `${body.email} from ${address}`
    await limiter.attempt('login', accountAndAddress)
    await limiter.attemptByMany('login-account', body.email)
    await limiter.attemptByMany('login-address', address)
    const signedIn = await accounts.signIn(body.email, body.password)
    await limiter.forgive('login', accountAndAddress)
    setSessionCookies(responseHeaders, signedIn, shop.publicUrl)
    const { token, isAdmin } = signedIn
    return { token, isAdmin, message: 'Logged in successfully' }
  })

  api.serve(logoutEndpoint, async (_, { headers, responseHeaders }) => {
    // A GET, so other sites could link to it. They must not sign people out.
    if (headers.get('sec-fetch-site') === 'cross-site') {
      throw new AppError('forbidden', 'This was asked from another site, so it was not done.')
    }
    await accounts.signOut(headers)
    clearSessionCookies(responseHeaders, shop.publicUrl)
    return { message: 'logout succesfully' }
  })
}

function servePasswordReset(api: Api, deps: AccountsApiDeps) {
  const { accounts, limiter } = deps
  api.serve(forgotPasswordEndpoint, async ({ body: { email } }, { address }) => {
    await limiter.attempt('forgot-password', email)
    await limiter.attemptByMany('forgot-password-address', address)
    await requestPasswordReset(deps, email)
    return {
      message: 'If this email has an account, a link to set a new password is on its way to it.',
    }
  })

  api.serve(resetPasswordEndpoint, async ({ body: { token, password } }, { address }) => {
    await limiter.attemptByMany('reset-password', address)
    await accounts.resetPassword(token, password)
    return { message: 'Your password is changed. Please log in with it.' }
  })
}
