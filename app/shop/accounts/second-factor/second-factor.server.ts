import type { Database } from '#platform/database/database.server.ts'
import type { BetterAuth } from '../better-auth.server.ts'
import type { SessionSettings, SignedIn } from '../session-cookies.server.ts'
import {
  type Step,
  sessionHeaders,
  startedSession,
  throwInOurWords,
  wrong,
} from './better-auth-steps.server.ts'
import { claimCode } from './second-factor.store.server.ts'

export interface SecondFactorDeps extends SessionSettings {
  auth: BetterAuth
  db: Database
  /** What a browser gets for a session that better-auth has started. */
  signedInBy(sessionKey: string): Promise<SignedIn>
  endSession(sessionKey: string): Promise<void>
}

/** An authenticator app: set up, asked for at sign-in, turned off. Each method gets the headers of the request. */
export type SecondFactor = ReturnType<typeof createSecondFactor>

/** Thrown by a sign-in whose password was right, when an app's code is still to be entered. */
export class CodeNeeded extends Error {
  readonly step: Step
  constructor(step: Step) {
    super('a code of the authenticator app is needed')
    this.name = 'CodeNeeded'
    this.step = step
  }
}

export function createSecondFactor(deps: SecondFactorDeps) {
  const { auth, db } = deps
  const own = (headers: Headers) => sessionHeaders(headers, deps)

  async function verifyCode(headers: Headers, code: string): Promise<string | null> {
    const { response, headers: answer } = await auth.api
      .verifyTOTP({ headers, body: { code }, returnHeaders: true })
      .catch(throwInOurWords)
    const session = startedSession(answer)
    if (await claimCode(db, response.user.id, code)) return session
    if (session) await deps.endSession(session)
    throw wrong('INVALID_CODE')
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

    /** Turns it on with the first code of the app. The session goes on under a new key. */
    async turnOn(headers: Headers, code: string): Promise<SignedIn> {
      return started(await verifyCode(own(headers), code))
    },

    /** Turns it off. The session goes on under a new key. */
    async turnOff(headers: Headers, password: string): Promise<SignedIn> {
      const { headers: answer } = await auth.api
        .disableTwoFactor({ headers: own(headers), body: { password }, returnHeaders: true })
        .catch(throwInOurWords)
      return started(startedSession(answer))
    },

    /** Ten new recovery codes; the others work no longer. */
    async replaceRecoveryCodes(headers: Headers, password: string): Promise<string[]> {
      const { backupCodes } = await auth.api
        .generateBackupCodes({ headers: own(headers), body: { password } })
        .catch(throwInOurWords)
      return backupCodes
    },

    /** The second step of a sign-in, with a code of the app. */
    async signIn(step: Step, code: string): Promise<SignedIn> {
      return started(await verifyCode(new Headers({ cookie: step }), code))
    },

    /** The second step of a sign-in, with a recovery code, which works once. */
    async signInByRecoveryCode(step: Step, code: string): Promise<SignedIn> {
      const { headers } = await auth.api
        .verifyBackupCode({
          headers: new Headers({ cookie: step }),
          body: { code },
          returnHeaders: true,
        })
        .catch(throwInOurWords)
      return started(startedSession(headers))
    },
  }

  function started(sessionKey: string | null): Promise<SignedIn> {
    if (!sessionKey) throw new Error('better-auth started no session')
    return deps.signedInBy(sessionKey)
  }
}
