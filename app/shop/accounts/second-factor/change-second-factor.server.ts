import { z } from 'zod'
import type { AppContext } from '#app/context.server.ts'
import { AppError } from '#platform/app-error.ts'
import type { Api, CallContext } from '#platform/http/api.server.ts'
import { type Caller, endpoint } from '#platform/http/endpoint.ts'
import { drawQr } from '#ui/qr-code.tsx'
import { announceChange } from '../account-mails.server.ts'
import {
  appCodeSchema,
  currentPasswordSchema,
  isAppCode,
  newPasskeySchema,
  passkeyAnswerSchema,
  signInCodeSchema,
} from '../accounts.schema.ts'
import { completeSignIn, ofOwnAccount, ofUsers, signedInSchema } from '../login/log-in.server.ts'
import { isStaff } from '../roles.ts'
import { type SignedIn, setSessionCookies, setStepCookie } from '../sessions.server.ts'
import { deletePasskey, endSessions, secondFactorOf } from '../sessions.store.server.ts'
import { mayAddSecondFactor, requireStep } from './second-factor.server.ts'

const recoveryCodes = z.array(z.string()).describe('Ten codes, shown this once; each works once')
/** Options for `navigator.credentials`, as WebAuthn has them in JSON. */
const options = z.looseObject({ challenge: z.string() })

export const beginAuthenticatorEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/authenticator/begin',
  summary: 'Set up an authenticator app',
  description:
    'Makes a secret for an app and ten recovery codes. Nothing changes until a code of the app is sent to `turn-on`. 409 when an app is on already.',
  body: currentPasswordSchema,
  response: z.object({
    secret: z.string().describe('In base32, to type by hand'),
    uri: z.string().describe('otpauth:// as apps read it'),
    qr: z
      .object({ size: z.number().int(), path: z.string() })
      .describe('The uri as a QR code: the path of an SVG with a viewBox of `size`'),
    recoveryCodes,
  }),
  problems: [409],
})

export const turnOnAuthenticatorEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/authenticator/turn-on',
  summary: 'Turn the authenticator app on',
  description:
    'With a code of the app. From then on logging in asks for one. The session goes on with a new token, set as the cookie. 409 when none was set up.',
  body: appCodeSchema,
  response: signedInSchema,
  problems: [409],
})

export const turnOffAuthenticatorEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/authenticator/turn-off',
  summary: 'Turn the authenticator app off',
  description:
    'Forgets the app and its recovery codes. The session goes on with a new token, set as the cookie.',
  body: currentPasswordSchema,
  response: signedInSchema,
  problems: [409],
})

export const replaceRecoveryCodesEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/authenticator/recovery-codes',
  summary: 'New recovery codes',
  description:
    'The earlier ones work no longer, and all other sessions end. 409 when no app is on.',
  body: currentPasswordSchema,
  response: z.object({ recoveryCodes }),
  problems: [409],
})

export const signInByCodeEndpoint = endpoint({
  ...ofUsers,
  path: '/users/login/code',
  summary: 'Log in: the code',
  description:
    'The second step, within ten minutes of the right password, with the cookie it set. Takes a code of the authenticator app or a recovery code, each of which works once. 409 when the step is over: log in again.',
  body: signInCodeSchema,
  response: signedInSchema.extend({
    usedRecoveryCode: z.boolean().describe('The phone may be lost: time to set up another'),
  }),
  problems: [403, 409],
})

export const beginPasskeySignInEndpoint = endpoint({
  ...ofUsers,
  path: '/users/login/passkey/begin',
  summary: 'Log in by passkey: begin',
  description: 'A challenge for `navigator.credentials.get`, good for five minutes.',
  response: z.object({ options }),
  problems: [403],
})

export const signInByPasskeyEndpoint = endpoint({
  ...ofUsers,
  path: '/users/login/passkey',
  summary: 'Log in by passkey',
  description:
    'Needs no password and no code. 409 when the passkey is not known or its answer is not right.',
  body: passkeyAnswerSchema,
  response: signedInSchema,
  problems: [403, 409],
})

export const beginPasskeyEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/passkeys/begin',
  summary: 'Add a passkey: begin',
  description: 'A challenge for `navigator.credentials.create`, good for five minutes.',
  recentPassword: true,
  response: z.object({ options }),
})

export const addPasskeyEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/passkeys/add',
  summary: 'Add a passkey',
  description: 'What the browser answered. 409 when it is not right, or comes too late.',
  body: newPasskeySchema,
  problems: [409],
})

export const removePasskeyEndpoint = endpoint({
  ...ofOwnAccount,
  path: '/account/passkeys/remove',
  summary: 'Remove a passkey',
  description: 'One of your own. 404 when you have none of this id.',
  recentPassword: true,
  body: z.object({ id: z.string().min(1).max(100) }),
  problems: [404],
})

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
  const { publicUrl } = deps.shop
  api.serve(signInByCodeEndpoint, async ({ body: { code } }, context) => {
    await deps.limiter.attempt('login-code', context.address)
    const step = requireStep(context.headers, 'code-step', publicUrl)
    const usedRecoveryCode = !isAppCode(code)
    const signedIn = await (usedRecoveryCode
      ? secondFactor.signInByRecoveryCode(step, code)
      : secondFactor.signIn(step, code)
    ).catch(async (error) => {
      await deps.securityLog.tryTo(() => deps.securityLog.record({ kind: 'second-factor-failed' }))
      throw error
    })
    if (usedRecoveryCode) await announceChange(deps, signedIn.userId, 'recovery-code-used')
    setStepCookie(context.responseHeaders, 'code-step', { step: null, publicUrl })
    return { ...(await completeSignIn(deps, context, { signedIn })), usedRecoveryCode }
  })
}

function servePasskeySignIn(api: Api, deps: AppContext) {
  const { passkeys } = deps.accounts
  const { publicUrl } = deps.shop
  api.serve(beginPasskeySignInEndpoint, async (_, context) => {
    await deps.limiter.attempt('login-passkey', context.address)
    const { options, step } = await passkeys.beginSignIn()
    setStepCookie(context.responseHeaders, 'passkey-step', { step, publicUrl })
    return { options }
  })

  api.serve(signInByPasskeyEndpoint, async ({ body }, context) => {
    await deps.limiter.attempt('login-passkey', context.address)
    const signedIn = await passkeys.signIn(
      requireStep(context.headers, 'passkey-step', publicUrl),
      body,
    )
    setStepCookie(context.responseHeaders, 'passkey-step', { step: null, publicUrl })
    return completeSignIn(deps, context, { signedIn, details: { by: 'passkey' } })
  })
}

function servePasskeys(api: Api, deps: AppContext) {
  const { passkeys } = deps.accounts
  const { publicUrl } = deps.shop
  api.serve(beginPasskeyEndpoint, async (_, context) => {
    await checkMayAdd(deps, context.caller)
    const { options, step } = await passkeys.beginAdding(context.headers)
    setStepCookie(context.responseHeaders, 'passkey-step', { step, publicUrl })
    return { options }
  })

  api.serve(addPasskeyEndpoint, async ({ body }, context) => {
    await checkMayAdd(deps, context.caller)
    await passkeys.add(
      context.headers,
      requireStep(context.headers, 'passkey-step', publicUrl),
      body,
    )
    await announceChange(deps, context.caller.id, 'passkey-added')
    setStepCookie(context.responseHeaders, 'passkey-step', { step: null, publicUrl })
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

function startSession(
  { shop }: AppContext,
  { responseHeaders }: CallContext,
  { signedIn, message }: { signedIn: SignedIn; message: string },
) {
  setSessionCookies(responseHeaders, signedIn, shop.publicUrl)
  return { token: signedIn.token, isAdmin: isStaff(signedIn.role), message }
}
