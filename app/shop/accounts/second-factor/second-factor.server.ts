import { isAPIError } from 'better-auth/api'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { NewPasskey, PasskeyAnswer } from '../accounts.schema.ts'
import { type AuthSettings, type BetterAuth, createBetterAuth } from '../better-auth.server.ts'
import { isStaff } from '../roles.ts'
import {
  readStepCookie,
  type SessionSettings,
  type SignedIn,
  type StepCookie,
  sessionKey,
} from '../sessions.server.ts'
import { claimCode, deleteSession, endSessions, markSecondStep } from '../sessions.store.server.ts'

/** Thrown by a sign-in whose password was right, when an app's code is still to be entered. */
export class CodeNeeded extends Error {
  readonly step: Step
  constructor(step: Step) {
    super('a code of the authenticator app is needed')
    this.name = 'CodeNeeded'
    this.step = step
  }
}

/** Customers have a password, and cannot add more. */
export const mayAddSecondFactor = ({ role, needsSecondFactor }: Caller): boolean =>
  isStaff(role) || needsSecondFactor === true

type SignedInBy = (sessionKey: string) => Promise<SignedIn>

/** An authenticator app: set up, required at sign-in, turned off. Each method gets the headers of the request. */
export function createSecondFactor(
  auth: BetterAuth,
  settings: AuthSettings,
  signedInBy: SignedInBy,
) {
  const { afterSecondStep, onlySession } = createSessionSteps(settings, signedInBy)
  const own = (headers: Headers) => sessionHeaders(headers, settings)

  async function verifyCode(headers: Headers, code: string): Promise<string | null> {
    const { session, isUnused } = await atOnce(settings, async ({ api }, tx) => {
      const verified = await api.verifyTOTP({ headers, body: { code }, returnHeaders: true })
      const session = startedSession(verified.headers)
      const isUnused = await claimCode(tx, verified.response.user.id, code)
      if (session && !isUnused) await deleteSession(tx, session)
      return { session, isUnused }
    })
    if (isUnused) return session
    // The step is spent: better-auth takes a code before it is known that it was used.
    throw new AppError(
      'conflict',
      'This code was used before. Please log in with your password again, and then type the next code.',
    )
  }

  return {
    /** Makes a secret for an app and ten recovery codes. They count once a code of the app was entered. */
    async begin(headers: Headers, password: string) {
      const setup = await auth.api
        .enableTwoFactor({ headers: own(headers), body: { password, method: 'totp' } })
        .catch(throwInOurWords)
      if (!('totpURI' in setup)) throw new Error('better-auth set up another factor')
      return { uri: setup.totpURI, recoveryCodes: setup.backupCodes }
    },

    /** Turns it on with the first code of the app. The session gets a new key, all others end. */
    async turnOn(headers: Headers, code: string): Promise<SignedIn> {
      const key = requireStarted(await verifyCode(own(headers), code))
      await markSecondStep(settings.db, key)
      return onlySession(key)
    },

    /** Turns it off. The session gets a new key, all others end. */
    async turnOff(headers: Headers, password: string): Promise<SignedIn> {
      const { headers: set } = await auth.api
        .disableTwoFactor({ headers: own(headers), body: { password }, returnHeaders: true })
        .catch(throwInOurWords)
      return onlySession(requireStarted(startedSession(set)))
    },

    /** All other sessions end. */
    async replaceRecoveryCodes(headers: Headers, password: string): Promise<string[]> {
      const { backupCodes } = await auth.api
        .generateBackupCodes({ headers: own(headers), body: { password } })
        .catch(throwInOurWords)
      const key = sessionKey(headers, settings)
      if (key) await onlySession(key)
      return backupCodes
    },

    async signIn(step: Step, code: string): Promise<SignedIn> {
      return afterSecondStep(await verifyCode(new Headers({ cookie: step }), code))
    },

    /** The second step of a sign-in, with a recovery code, which works once. */
    async signInByRecoveryCode(step: Step, code: string): Promise<SignedIn> {
      const { headers } = await atOnce(settings, ({ api }) =>
        api.verifyBackupCode({
          headers: new Headers({ cookie: step }),
          body: { code },
          returnHeaders: true,
        }),
      )
      return afterSecondStep(startedSession(headers))
    },
  }
}

/**
 * Spends a code or passkey and starts its session as one: better-auth reads first and writes later, and codes may come at
 * the same time. It is tried again if another has changed what it read. A refusal stays written, as wrong codes count.
 */
async function atOnce<Result>(
  settings: AuthSettings,
  verify: (auth: BetterAuth, tx: Database) => Promise<Result>,
): Promise<Result> {
  const verified = await settings.db.transaction(
    (tx) =>
      verify(createBetterAuth({ ...settings, db: tx }), tx).then(
        (result) => ({ result }),
        (refusal) => {
          if (!isAPIError(refusal)) throw refusal
          return { refusal }
        },
      ),
    { isolationLevel: 'repeatable read' },
  )
  return 'result' in verified ? verified.result : throwInOurWords(verified.refusal)
}

/** What becomes of sessions when a code or a passkey is used, or changed. */
function createSessionSteps({ db }: AuthSettings, signedInBy: SignedInBy) {
  return {
    /** The session of a sign-in. */
    async afterSecondStep(started: string | null): Promise<SignedIn> {
      const key = requireStarted(started)
      await markSecondStep(db, key)
      return signedInBy(key)
    },
    /** All others of its account end. */
    async onlySession(key: string): Promise<SignedIn> {
      const signedIn = await signedInBy(key)
      await endSessions(db, signedIn.userId, { exceptToken: key })
      return signedIn
    },
  }
}

export function createPasskeys(auth: BetterAuth, settings: AuthSettings, signedInBy: SignedInBy) {
  const { afterSecondStep, onlySession } = createSessionSteps(settings, signedInBy)
  return {
    async beginAdding(headers: Headers) {
      const { response: options, headers: set } = await auth.api
        .generatePasskeyRegistrationOptions({
          headers: sessionHeaders(headers, settings),
          returnHeaders: true,
        })
        .catch(throwInOurWords)
      return { options: { ...options }, step: await passkeyStep(auth, set) }
    },

    /** Adds it to the account of the session. All other sessions end. */
    async add(headers: Headers, step: Step, response: NewPasskey) {
      await auth.api
        .verifyPasskeyRegistration({
          headers: sessionHeaders(headers, settings, step),
          body: { response },
        })
        .catch(throwInOurWords)
      const key = sessionKey(headers, settings)
      if (!key) return
      await markSecondStep(settings.db, key)
      await onlySession(key)
    },

    async beginSignIn() {
      const { response, headers } = await auth.api.generatePasskeyAuthenticationOptions({
        headers: new Headers(),
        returnHeaders: true,
      })
      const options = { ...response, userVerification: 'required' as const }
      return { options, step: await passkeyStep(auth, headers) }
    },

    async signIn(step: Step, response: PasskeyAnswer): Promise<SignedIn> {
      const { headers } = await atOnce(settings, ({ api }) =>
        api.verifyPasskeyAuthentication({
          headers: new Headers({ cookie: step }),
          body: { response },
          returnHeaders: true,
        }),
      )
      return afterSecondStep(startedSession(headers))
    },
  }
}

const passkeyStep = (auth: BetterAuth, headers: Headers) =>
  stepOf(auth, 'better-auth-passkey', headers)

/** better-auth's cookie between two steps: its name and its signed value, as a request sends it. */
export type Step = string

export async function stepOf(
  auth: BetterAuth,
  name: 'two_factor' | 'better-auth-passkey',
  headers: Headers,
): Promise<Step> {
  const cookie = (await auth.$context).createAuthCookie(name).name
  const set = headers.getSetCookie().find((line) => line.startsWith(`${cookie}=`))
  if (!set) throw new Error(`better-auth set no ${cookie}`)
  return set.split(';', 1)[0] ?? ''
}

export function sessionHeaders(headers: Headers, settings: SessionSettings, step?: Step): Headers {
  const key = sessionKey(headers, settings)
  return new Headers({
    ...(key && { authorization: `Bearer ${key}` }),
    ...(step && { cookie: step }),
  })
}

/** The key of the session that better-auth has started; null if it has started none. */
function startedSession(headers: Headers): string | null {
  return headers.get('set-auth-token')?.split('.')[0] ?? null
}

function requireStarted(key: string | null): string {
  if (!key) throw new Error('better-auth started no session')
  return key
}

const sentences = {
  INVALID_PASSWORD: ['password', 'The password is not right.'],
  INVALID_CODE: [
    'code',
    'This code is not right, or it was used before. Please enter the next one.',
  ],
  INVALID_BACKUP_CODE: ['code', 'This recovery code is not right, or it was used before.'],
} as const

const startAgain = 'This took too long. Please log in with your password again.'
const conflicts: Record<string, string> = {
  INVALID_TWO_FACTOR_COOKIE: startAgain,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE:
    'Too many wrong codes. Please log in with your password again.',
  TOTP_ALREADY_ENABLED: 'The authenticator app is on already. Turn it off first.',
  TOTP_NOT_ENABLED: 'The authenticator app is off.',
  TWO_FACTOR_NOT_ENABLED: 'The authenticator app is off.',
  BACKUP_CODES_NOT_ENABLED: 'The authenticator app is off.',
  CHALLENGE_NOT_FOUND: 'This took too long. Please try again.',
  PASSKEY_NOT_FOUND: 'The shop does not know this passkey. Please log in with your password.',
  AUTHENTICATION_FAILED: 'The passkey could not be checked. Please try again.',
  FAILED_TO_VERIFY_REGISTRATION: 'The passkey could not be checked. Please try again.',
  PREVIOUSLY_REGISTERED: 'This passkey is in your account already.',
}

/** How long better-auth lets nobody try codes of an account after ten wrong ones, in seconds. */
const lockedSeconds = 15 * 60

/** Replaces an error of better-auth by ours. Any other error is a bug and is thrown as it is. */
export function throwInOurWords(error: unknown): never {
  if (!isAPIError(error)) throw error
  const known = appErrorOf(String(error.body?.code))
  // The session existed when the call began.
  if (!known && error.statusCode === 401)
    throw new AppError('not_signed_in', 'Please log in first.')
  throw known ?? error
}

function appErrorOf(code: string): AppError | null {
  if (Object.hasOwn(sentences, code)) return wrong(code as keyof typeof sentences)
  if (Object.hasOwn(conflicts, code)) return new AppError('conflict', conflicts[code] ?? '')
  if (code !== 'ACCOUNT_TEMPORARILY_LOCKED') return null
  return new AppError('too_many', 'Too many wrong codes. Please wait 15 minutes and try again.', {
    retryAfterSeconds: lockedSeconds,
  })
}

/** The step that a request continues. @throws AppError conflict if there is none */
export function requireStep(headers: Headers, name: StepCookie, publicUrl: string): Step {
  const step = readStepCookie(headers, name, publicUrl)
  if (step === null) throw new AppError('conflict', startAgain)
  return step
}

function wrong(code: keyof typeof sentences): AppError {
  const [field, sentence] = sentences[code]
  return fieldError('invalid', field, sentence)
}
