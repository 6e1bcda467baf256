import type { BetterAuth } from '../better-auth.server.ts'
import { type SignedIn, sessionKey } from '../session-cookies.server.ts'
import {
  type Step,
  sessionHeaders,
  startedSession,
  stepOf,
  throwInOurWords,
} from './better-auth-steps.server.ts'
import type { NewPasskey, PasskeyAnswer } from './second-factor.schema.ts'
import type { SecondFactorDeps } from './second-factor.server.ts'
import { markByPasskey } from './second-factor.store.server.ts'

export type Passkeys = ReturnType<typeof createPasskeys>

/** Passkeys: added, and signed in with, which needs no password. */
export function createPasskeys(deps: SecondFactorDeps) {
  const { auth, signedInBy } = deps
  return {
    /** What the browser needs to make a passkey. */
    async beginAdding(headers: Headers) {
      const { response: options, headers: answer } = await auth.api
        .generatePasskeyRegistrationOptions({
          headers: sessionHeaders(headers, deps),
          returnHeaders: true,
        })
        .catch(throwInOurWords)
      return { options: { ...options }, step: await passkeyStep(auth, answer) }
    },

    async add(headers: Headers, step: Step, response: NewPasskey) {
      await auth.api
        .verifyPasskeyRegistration({
          headers: sessionHeaders(headers, deps, step),
          body: { response },
        })
        .catch(throwInOurWords)
      const session = sessionKey(headers, deps)
      if (session) await markByPasskey(deps.db, session)
    },

    /** What the browser needs to find a passkey of the shop. */
    async beginSignIn() {
      const { response, headers } = await auth.api.generatePasskeyAuthenticationOptions({
        headers: new Headers(),
        returnHeaders: true,
      })
      const options = { ...response, userVerification: 'required' as const }
      return { options, step: await passkeyStep(auth, headers) }
    },

    async signIn(step: Step, response: PasskeyAnswer): Promise<SignedIn> {
      const { headers } = await auth.api
        .verifyPasskeyAuthentication({
          headers: new Headers({ cookie: step }),
          body: { response },
          returnHeaders: true,
        })
        .catch(throwInOurWords)
      const session = startedSession(headers)
      if (!session) throw new Error('better-auth started no session')
      await markByPasskey(deps.db, session)
      return signedInBy(session)
    },
  }
}

const passkeyStep = (auth: BetterAuth, headers: Headers) =>
  stepOf(auth, 'better-auth-passkey', headers)
