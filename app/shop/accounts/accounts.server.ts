import { randomBytes } from 'node:crypto'
import { isAPIError } from 'better-auth/api'
import { AppError, fieldError } from '#platform/app-error.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { createTokenSigner, type TokenSigner } from '#platform/secrets.server.ts'
import type { Guest, PasswordChange, Registration } from './account.schema.ts'
import {
  callerOfSession,
  deleteSession,
  hasOldHashes,
  hasOwner,
  insertAccount,
  type Person,
  passwordHashOf,
  personById,
  renewPassword,
  updatePasswordHash,
  upsertOwner,
} from './accounts.store.server.ts'
import { createBetterAuth, resetSeconds } from './better-auth.server.ts'
import { findCaller } from './find-caller.server.ts'
import { insertGuest } from './guest/guests.store.server.ts'
import { createDevices, type Devices } from './login/devices.server.ts'
import { checkPassword } from './password/check-password.server.ts'
import {
  createPasswordHashing,
  isOldHash,
  type PasswordHashing,
  unmatchedOldHash,
} from './password/password-hashing.server.ts'
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
  /** @throws AppError invalid for a password that is easily guessed, such as the person's or the shop's name */
  checkPassword(password: string, person: { name: string; email: string }): Promise<void>
  hashPassword(password: string): Promise<string>
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
  /** A one-time token for a new password, valid for an hour; null when the account does not exist any more. */
  issueReset(userId: string): Promise<{ token: string; person: Person } | null>
  /**
   * Sets a new password and ends every session. Answers the account and its e-mail.
   *
   * @throws AppError conflict when the token is used or expired
   */
  resetPassword(token: string, password: string): Promise<{ userId: string; email: string }>
  /** Hashes a new password of somebody who knows the old one. @throws AppError invalid when they do not */
  hashNewPassword(person: Person, change: PasswordChange): Promise<string>
  /** The key of the session that a request belongs to; null without one. */
  sessionKeyOf(headers: Headers): string | null
  /** Creates an owner if there is none. Several processes may call it at the same time. */
  ensureOwner(admin: {
    email: string
    password: string | undefined
  }): Promise<{ created: boolean; generatedPassword?: string }>
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
  const checkOwn = (password: string, person: { name: string; email: string }) =>
    checkPassword(password, { ...person, shopName })
  const auth = createBetterAuth({ ...deps, shopName, clock, passwordHashing })

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
  const finding = { db, clock, secret, publicUrl, requireSecondFactor, sessionRules: rules }

  let oldHashesRemain = true

  /**
   * Old hashes take longer. While there are any, each sign-in does the work of both, so that its time does not tell which
   * addresses have an account. Answers the hash to store once the password has proved right.
   */
  async function hashAgain(email: string, password: string): Promise<string | null> {
    const stored = await passwordHashOf(db, email)
    oldHashesRemain &&= await hasOldHashes(db)
    if (stored !== null && isOldHash(stored)) return passwordHashing.hash(password)
    if (oldHashesRemain) await passwordHashing.verify({ hash: unmatchedOldHash, password })
    return null
  }

  return {
    devices: createDevices(deps),
    emailTokens: createTokenSigner({ purpose: 'email-change', secret }),
    secondFactor: createSecondFactor(factors),
    passkeys: createPasskeys(factors),

    async register({ date, password, ...person }) {
      await checkOwn(password, person)
      const added = await insertAccount(db, {
        ...person,
        id: crypto.randomUUID(),
        birthdate: date,
        role: 'customer',
        passwordHash: await passwordHashing.hash(password),
      })
      if (!added) throw emailTaken()
    },

    async signIn(email, password) {
      const newHash = await hashAgain(email, password)
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

    checkPassword: checkOwn,

    hashPassword: (password) => passwordHashing.hash(password),

    async signOut(headers) {
      const key = sessionKey(headers, deps)
      if (key) await deleteSession(db, key)
    },

    async callerOf(headers) {
      const buyer = await findCaller(finding, headers)
      return buyer?.isGuest ? null : buyer
    },

    buyerOf: (headers) => findCaller(finding, headers),

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

    async issueReset(userId) {
      const person = await personById(db, userId)
      if (!person) return null
      const token = randomBytes(24).toString('base64url')
      await (await auth.$context).internalAdapter.createVerificationValue({
        identifier: `reset-password:${token}`,
        value: userId,
        // The machine's time, not the shop's clock: better-auth compares it with that.
        expiresAt: new Date(Date.now() + resetSeconds * 1000),
      })
      return { token, person }
    },

    async resetPassword(token, password) {
      const { internalAdapter } = await auth.$context
      const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
      const person = await personById(db, link?.value ?? '')
      if (person) await checkOwn(password, person)
      await auth.api
        .resetPassword({ body: { token, newPassword: password } })
        .catch(
          replaceApiError(
            400,
            () =>
              new AppError(
                'conflict',
                'This link has expired or was already used. Please request a new one.',
              ),
          ),
        )
      return { userId: person?.id ?? '', email: person?.email ?? '' }
    },

    async hashNewPassword(person, { currentPassword, password }) {
      const hash = (await passwordHashOf(db, person.email)) ?? ''
      if (!(await passwordHashing.verify({ hash, password: currentPassword }))) {
        throw fieldError(
          'invalid',
          'currentPassword',
          'This is not your password now. Please try again.',
        )
      }
      if (password === currentPassword) {
        throw fieldError(
          'invalid',
          'password',
          'This is your password already. Please choose another one.',
        )
      }
      await checkOwn(password, person)
      return passwordHashing.hash(password)
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
          passwordHash: await passwordHashing.hash(initialPassword),
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

/** Replaces better-auth's error of this status by ours. Any other error is a bug and is thrown as it is. */
function replaceApiError(status: number, create: () => AppError) {
  return (error: unknown): never => {
    throw isAPIError(error) && error.statusCode === status ? create() : error
  }
}
