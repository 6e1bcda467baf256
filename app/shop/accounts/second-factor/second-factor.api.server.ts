import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api, CallContext } from '#platform/http/api.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { drawQr } from '#ui/qr/draw-qr.ts'
import { announceChange } from '../account-notice-mail.server.ts'
import { endSessions } from '../accounts.store.server.ts'
import { completeSignIn } from '../login/sign-in.server.ts'
import { isStaff } from '../roles.ts'
import { type SignedIn, setSessionCookies, setStepCookie } from '../session-cookies.server.ts'
import {
  addPasskeyEndpoint,
  beginAuthenticatorEndpoint,
  beginPasskeyEndpoint,
  beginPasskeySignInEndpoint,
  isAppCode,
  removePasskeyEndpoint,
  replaceRecoveryCodesEndpoint,
  signInByCodeEndpoint,
  signInByPasskeyEndpoint,
  turnOffAuthenticatorEndpoint,
  turnOnAuthenticatorEndpoint,
} from './second-factor.endpoints.ts'
import { mayAddSecondFactor, requireStep } from './second-factor.server.ts'
import { deletePasskey, secondFactorOf } from './second-factor.store.server.ts'

export function serveSecondFactor(api: Api, deps: AppContext) {
  serveAuthenticator(api, deps)
  serveCodeStep(api, deps)
  servePasskeySignIn(api, deps)
  servePasskeys(api, deps)
}

function serveAuthenticator(api: Api, deps: AppContext) {
  const { secondFactor } = deps.accounts
  const { limiter } = deps

  api.serve(beginAuthenticatorEndpoint, async ({ body: { password } }, { caller, headers }) => {
    await checkMayAdd(deps, caller)
    await limiter.attempt('password-again', caller.id)
    const { uri, recoveryCodes } = await secondFactor.begin(headers, password)
    const secret = new URL(uri).searchParams.get('secret') ?? ''
    return { uri, secret, qr: drawQr(uri), recoveryCodes }
  })

  api.serve(turnOnAuthenticatorEndpoint, async ({ body: { code } }, context) => {
    await checkMayAdd(deps, context.caller)
    await limiter.attempt('first-code', context.caller.id)
    const signedIn = await secondFactor.turnOn(context.headers, code)
    await announceChange(deps, signedIn.userId, 'second-factor-on')
    return startSession(deps, context, { signedIn, message: 'Your authenticator app is on.' })
  })

  api.serve(turnOffAuthenticatorEndpoint, async ({ body: { password } }, context) => {
    await checkMayChange(deps, context.caller)
    await limiter.attempt('password-again', context.caller.id)
    const signedIn = await secondFactor.turnOff(context.headers, password)
    await announceChange(deps, signedIn.userId, 'second-factor-off')
    return startSession(deps, context, { signedIn, message: 'Your authenticator app is off.' })
  })

  api.serve(replaceRecoveryCodesEndpoint, async ({ body: { password } }, { caller, headers }) => {
    await checkMayAdd(deps, caller)
    await limiter.attempt('password-again', caller.id)
    const recoveryCodes = await secondFactor.replaceRecoveryCodes(headers, password)
    await announceChange(deps, caller.id, 'recovery-codes-replaced')
    return { recoveryCodes }
  })
}

function serveCodeStep(api: Api, deps: AppContext) {
  const { secondFactor } = deps.accounts
  api.serve(signInByCodeEndpoint, async ({ body: { code } }, context) => {
    await deps.limiter.attempt('login-code', context.address)
    const step = requireStep(context.headers, 'code-step', deps.shop.publicUrl)
    const usedRecoveryCode = !isAppCode(code)
    const signedIn = await (usedRecoveryCode
      ? secondFactor.signInByRecoveryCode(step, code)
      : secondFactor.signIn(step, code)
    ).catch(async (error) => {
      await deps.securityLog.record({ kind: 'second-factor-failed' })
      throw error
    })
    if (usedRecoveryCode) await announceChange(deps, signedIn.userId, 'recovery-code-used')
    clearStep(deps, context, 'code-step')
    return { ...(await completeSignIn(deps, context, { signedIn })), usedRecoveryCode }
  })
}

function servePasskeySignIn(api: Api, deps: AppContext) {
  const { passkeys } = deps.accounts
  api.serve(beginPasskeySignInEndpoint, async (_, context) => {
    await deps.limiter.attempt('login-passkey', context.address)
    return sendPasskeyOptions(deps, context, await passkeys.beginSignIn())
  })

  api.serve(signInByPasskeyEndpoint, async ({ body }, context) => {
    await deps.limiter.attempt('login-passkey', context.address)
    const signedIn = await passkeys.signIn(
      requireStep(context.headers, 'passkey-step', deps.shop.publicUrl),
      body,
    )
    clearStep(deps, context, 'passkey-step')
    return completeSignIn(deps, context, { signedIn, details: { by: 'passkey' } })
  })
}

function servePasskeys(api: Api, deps: AppContext) {
  const { passkeys } = deps.accounts
  api.serve(beginPasskeyEndpoint, async (_, context) => {
    await checkMayAdd(deps, context.caller)
    return sendPasskeyOptions(deps, context, await passkeys.beginAdding(context.headers))
  })

  api.serve(addPasskeyEndpoint, async ({ body }, context) => {
    await checkMayAdd(deps, context.caller)
    await passkeys.add(
      context.headers,
      requireStep(context.headers, 'passkey-step', deps.shop.publicUrl),
      body,
    )
    await announceChange(deps, context.caller.id, 'passkey-added')
    clearStep(deps, context, 'passkey-step')
    return { message: 'Your passkey is added.' }
  })

  api.serve(removePasskeyEndpoint, async ({ body: { id } }, { caller, headers }) => {
    await checkMayChange(deps, caller)
    const exceptToken = deps.accounts.sessionKeyOf(headers)
    await deps.db.transaction(async (tx) => {
      if (!(await deletePasskey(tx, caller.id, id)))
        throw new AppError('not_found', 'This passkey is not in your account.')
      await endSessions(tx, caller.id, { exceptToken })
    })
    await announceChange(deps, caller.id, 'passkey-removed')
    return { message: 'The passkey is removed.' }
  })
}

/** Customers change or remove what they have from earlier. @throws AppError forbidden */
async function checkMayAdd(deps: AppContext, caller: Caller) {
  if (!mayAddSecondFactor(caller)) {
    const sentence = 'Two-step login and passkeys are only for the people who work in the shop.'
    throw new AppError('forbidden', sentence)
  }
  await checkMayChange(deps, caller)
}

/**
 * The password alone is enough to set up the first factor of an account. Once there is one, only a session that used it adds
 * or removes anything: otherwise a thief of the password could add his own.
 *
 * @throws AppError forbidden
 */
async function checkMayChange({ db }: AppContext, caller: Caller) {
  const { isOn, passkeys } = await secondFactorOf(db, caller.id)
  if (isOn && !caller.tookSecondStep) {
    throw new AppError('forbidden', 'Please log out, and log in with a code first.')
  }
  if (passkeys.length === 0 || !caller.needsSecondFactor) return
  throw new AppError('forbidden', 'Please log in with your passkey first.')
}

type Responding = Pick<CallContext, 'responseHeaders'>

function startSession(
  { shop }: AppContext,
  { responseHeaders }: Responding,
  { signedIn, message }: { signedIn: SignedIn; message: string },
) {
  setSessionCookies(responseHeaders, signedIn, shop.publicUrl)
  return { token: signedIn.token, isAdmin: isStaff(signedIn.role), message }
}

function sendPasskeyOptions<Options>(
  { shop: { publicUrl } }: AppContext,
  { responseHeaders }: Responding,
  { options, step }: { options: Options; step: string },
) {
  setStepCookie(responseHeaders, 'passkey-step', { step, publicUrl })
  return { options }
}

function clearStep(
  { shop: { publicUrl } }: AppContext,
  { responseHeaders }: Responding,
  name: 'code-step' | 'passkey-step',
) {
  setStepCookie(responseHeaders, name, { step: null, publicUrl })
}
