import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api, CallContext } from '#platform/http/api.server.ts'
import { personByEmail } from '../accounts.store.server.ts'
import { may } from '../permissions.ts'
import { CodeNeeded } from '../second-factor/second-factor.server.ts'
import { clearSessionCookies, setSessionCookies, setStepCookie } from '../session-cookies.server.ts'
import {
  loginEndpoint,
  logoutByGetEndpoint,
  logoutEndpoint,
  nameByEmailEndpoint,
  registerEndpoint,
  startGuestEndpoint,
} from './login.endpoints.ts'
import { completeSignIn, countSignIn, recordWrongPassword, signInBy } from './sign-in.server.ts'

export function serveLogin(api: Api, deps: AppContext) {
  serveRegistration(api, deps)
  serveSessions(api, deps)
  serveGuests(api, deps)
}

/** Ignores the limit once: this response is still 409, the next one is 429. */
function onlyTooMany(error: unknown) {
  if (!(error instanceof AppError)) throw error
}

/** A registration that reveals an account counts as so many, so that an address soon reaches its limit. */
const takenEmailCost = 10

function serveRegistration(api: Api, { accounts, db, limiter, securityLog }: AppContext) {
  api.serve(registerEndpoint, async ({ body }, { address }) => {
    await limiter.attempt('register', address)
    await accounts.register(body).catch(async (error) => {
      if (error instanceof AppError && error.code === 'conflict') {
        await securityLog.record({ kind: 'registration-refused', email: body.email })
        await limiter.attempt('register', address, takenEmailCost - 1).catch(onlyTooMany)
      }
      throw error
    })
    await securityLog.record({ kind: 'registered', email: body.email })
    return { message: 'You are registered. Please log in.' }
  })

  api.serve(nameByEmailEndpoint, async ({ body: { email } }, { caller }) => {
    if (caller.email !== email && !may(caller.role, 'see-users')) {
      throw new AppError('forbidden', 'You may only ask for your own name.')
    }
    const person = await personByEmail(db, email)
    if (!person) throw new AppError('not_found', 'No account has this email.')
    return { userName: person.name }
  })
}

function serveSessions(api: Api, deps: AppContext) {
  const { accounts, securityLog, shop } = deps
  api.serve(loginEndpoint, async ({ body }, context) => {
    const { address, responseHeaders } = context
    const { email, password } = body
    await countSignIn(deps, { email, address })
    const signedIn = await accounts.signIn(email, password).catch(async (error) => {
      if (error instanceof CodeNeeded) return error
      if (error instanceof AppError && error.code === 'not_signed_in') {
        await recordWrongPassword(deps, email)
      }
      throw error
    })
    await deps.limiter.forgive(...signInBy({ email, address }))
    if (signedIn instanceof CodeNeeded) {
      const { publicUrl } = shop
      setStepCookie(responseHeaders, 'code-step', { step: signedIn.step, publicUrl })
      return { codeNeeded: true as const, message: 'Enter the code of your authenticator app.' }
    }
    return completeSignIn(deps, context, { signedIn })
  })

  async function signOut({ caller, headers, responseHeaders }: CallContext) {
    await accounts.signOut(headers)
    if (caller) await securityLog.record({ kind: 'signed-out', userId: caller.id })
    clearSessionCookies(responseHeaders, shop.publicUrl)
    return { message: 'logout succesfully' }
  }

  api.serve(logoutEndpoint, (_, context) => signOut(context))

  api.serve(logoutByGetEndpoint, (_, context) => {
    checkNotLinked(context.headers)
    return signOut(context)
  })
}

/**
 * A GET can be linked to, or be the address of a picture. Browsers send where it is from and what for: a page that is opened
 * from ours or by a typed address ('none') may sign people out, and a script of ours ('empty'), as the specification has
 * it. API clients send nothing, nor do browsers on plain http.
 *
 * @throws AppError forbidden
 */
function checkNotLinked(headers: Headers) {
  const site = headers.get('sec-fetch-site') ?? 'none'
  const isAsked = ['document', 'empty'].includes(headers.get('sec-fetch-dest') ?? 'empty')
  if (isAsked && (site === 'same-origin' || site === 'none')) return
  throw new AppError('forbidden', 'Requests from another site are not allowed.')
}

function serveGuests(api: Api, { accounts, limiter, securityLog, shop }: AppContext) {
  api.serve(startGuestEndpoint, async ({ body }, { caller, address, headers, responseHeaders }) => {
    if (caller) throw new AppError('conflict', 'You are logged in already.')
    await limiter.attempt('guest', address)
    // An earlier guest of this browser has another order.
    await accounts.signOut(headers)
    const guest = await accounts.startGuest(body)
    // Without the e-mail: the log would look for its account.
    await securityLog.record({ kind: 'guest-started', details: { guest: guest.userId } })
    setSessionCookies(responseHeaders, guest, shop.publicUrl)
    return { token: guest.token, isAdmin: false, message: 'You can order as a guest.' }
  })
}
