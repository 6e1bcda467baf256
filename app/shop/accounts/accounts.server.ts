import { randomBytes } from 'node:crypto'
import { AppError, fieldError } from '#platform/app-error.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { createTokenSigner, type TokenSigner } from '#platform/secrets.server.ts'
import type { Guest, Registration } from './accounts.schema.ts'
import {
  callerOfSession,
  deleteSession,
  hasOwner,
  insertAccount,
  renewPassword,
  updatePasswordHash,
  upsertOwner,
} from './accounts.store.server.ts'
import { createBetterAuth, replaceApiError } from './better-auth.server.ts'
import { findCaller } from './find-caller.server.ts'
import { insertGuest } from './guest/guests.store.server.ts'
import { createDevices, type Devices } from './login/devices.server.ts'
import { createPasswordHashing, type PasswordHashing } from './password/password-hashing.server.ts'
import { createPasswords, type Passwords } from './password/passwords.server.ts'
import { roles } from './roles.ts'
import {
  sessionHeaders,
  stepOf,
  throwInOurWords,
} from './second-factor/better-auth-steps.server.ts'
import { createPasskeys, type Passkeys } from './second-factor/passkeys.server.ts'
import {
  CodeNeeded,
  createSecondFactor,
  type SecondFactor,
} from './second-factor/second-factor.server.ts'
import type { SecurityLog } from './security/security-log.server.ts'
import { type SignedIn, sessionKey, signSessionToken } from './session-cookies.server.ts'
import { type SessionRules, sessionRules } from './session-life.ts'

/** Accounts, their passwords and their sessions. */
export interface Accounts {
  /** @throws AppError conflict when the e-mail is taken */
  register(person: Registration): Promise<void>
  /**
   * @throws AppError not_signed_in, after the same work, for a wrong password and for an unknown e-mail
   * @throws CodeNeeded when the password was right and the account has an authenticator app
   */
  signIn(email: string, password: string): Promise<SignedIn>
  /** Ends the session of the request, if it has one. */
  signOut(headers: Headers): Promise<void>
  /** Whose account sent a request, by cookie or bearer token: one query, none without a valid token. */
  callerOf(headers: Headers): Promise<Caller | null>
  /** As `callerOf`, and guests. Ask it only for what a guest may do. */
  buyerOf(headers: Headers): Promise<Caller | null>
  /** The session of a new guest: good for some hours, for ordering alone. */
  startGuest(guest: Guest): Promise<SignedIn>
  /** The password, given again in a session. @throws AppError invalid when it is wrong */
  givePasswordAgain(headers: Headers, password: string): Promise<void>
  /** The key of the session that a request belongs to; null without one. */
  sessionKeyOf(headers: Headers): string | null
  /** Creates an owner if there is none. Several processes may call it at the same time. */
  ensureOwner(admin: {
    email: string
    password: string | undefined
  }): Promise<{ created: boolean; generatedPassword?: string }>
  passwords: Passwords
  devices: Devices
  /** For the links of a change of e-mail. */
  emailTokens: TokenSigner
  secondFactor: SecondFactor
  passkeys: Passkeys
}

export interface AccountsDeps {
  db: Database
  /** Signs session tokens; at least 32 characters. */
  secret: string
  publicUrl: string
  shopName?: string
  securityLog: SecurityLog
  /** Whether staff are customers until they have set up an authenticator app or have given a passkey. */
  requireSecondFactor?: boolean
  sessionRules?: SessionRules
  clock?: Clock
  /** Tests use a cheap one. */
  passwordHashing?: PasswordHashing
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const {
    db,
    secret,
    publicUrl,
    clock = systemClock,
    passwordHashing = createPasswordHashing(),
  } = deps
  const { shopName = 'Cakewala', requireSecondFactor = false } = deps
  const auth = createBetterAuth({ ...deps, shopName, clock, passwordHashing })
  const passwords = createPasswords({ db, auth, shopName, hashing: passwordHashing })

  async function signedInBy(key: string): Promise<SignedIn> {
    const caller = await callerOfSession(db, key, clock.now())
    if (!caller) throw new Error('a new session is not there')
    const { id, email, role } = caller
    return { token: signSessionToken(key, secret), userId: id, email, role }
  }

  const factors = {
    auth,
    db,
    secret,
    publicUrl,
    signedInBy,
    endSession: (key: string) => deleteSession(db, key),
  }

  const rules = deps.sessionRules ?? sessionRules
  const callerDeps = { db, clock, secret, publicUrl, requireSecondFactor, sessionRules: rules }

  return {
    passwords,
    devices: createDevices(deps),
    emailTokens: createTokenSigner({ purpose: 'email-change', secret }),
    secondFactor: createSecondFactor(factors),
    passkeys: createPasskeys(factors),

    async register({ date, password, ...person }) {
      await passwords.check(password, person)
      const added = await insertAccount(db, {
        ...person,
        id: crypto.randomUUID(),
        birthdate: date,
        role: 'customer',
        passwordHash: await passwords.hash(password),
      })
      if (!added) throw emailTaken()
    },

    async signIn(email, password) {
      const newHash = await passwords.upgradeHash(email, password)
      const { response, headers } = await auth.api
        .signInEmail({ body: { email, password }, headers: new Headers(), returnHeaders: true })
        .catch(replaceApiError(401, wrongLogin))
      if (newHash !== null) await updatePasswordHash(db, email, newHash)
      if ('twoFactorRedirect' in response) {
        throw new CodeNeeded(await stepOf(auth, 'two_factor', headers))
      }
      const { token, user } = response
      return {
        token: signSessionToken(token, secret),
        userId: user.id,
        email: user.email,
        role: roles.find((role) => role === user.role) ?? 'customer',
      }
    },

    async signOut(headers) {
      const key = sessionKey(headers, deps)
      if (key) await deleteSession(db, key)
    },

    async callerOf(headers) {
      const buyer = await findCaller(callerDeps, headers)
      return buyer?.isGuest ? null : buyer
    },

    buyerOf: (headers) => findCaller(callerDeps, headers),

    async startGuest(guest) {
      const { userId, key } = await insertGuest(db, guest, clock.now())
      const token = signSessionToken(key, secret)
      return { token, userId, email: guest.email, role: 'customer', isGuest: true }
    },

    async givePasswordAgain(headers, password) {
      await auth.api
        .verifyPassword({ headers: sessionHeaders(headers, deps), body: { password } })
        .catch(throwInOurWords)
      const key = sessionKey(headers, deps)
      if (key) await renewPassword(db, key, clock.now())
    },

    sessionKeyOf: (headers) => sessionKey(headers, deps),

    async ensureOwner({ email, password }) {
      const initialPassword = password ?? randomBytes(12).toString('base64url')
      const created = await db.transaction(async (tx) => {
        if (await hasOwner(tx)) return false
        await upsertOwner(tx, {
          id: crypto.randomUUID(),
          name: 'Admin',
          email,
          mobileno: null,
          birthdate: null,
          role: 'owner',
          passwordHash: await passwords.hash(initialPassword),
        })
        return true
      })
      return created && password === undefined
        ? { created, generatedPassword: initialPassword }
        : { created }
    },
  }
}

function emailTaken(): AppError {
  return fieldError('conflict', 'email', 'An account with this email already exists')
}

/** The same for a wrong password and an unknown e-mail. */
function wrongLogin(): AppError {
  const password = 'The email or the password is not right. Please check both.'
  return new AppError('not_signed_in', 'something is wrong', { errors: { password } })
}
