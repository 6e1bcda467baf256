import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { AppError, fieldError } from '#platform/app-error.ts'
import { systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { createTokenSigner } from '#platform/secrets.server.ts'
import type { Guest, Registration } from './accounts.schema.ts'
import {
  credentialOf,
  hasOwner,
  insertAccount,
  insertGuest,
  upsertOwner,
} from './accounts.store.server.ts'
import { type AuthSettings, createBetterAuth, replaceApiError } from './better-auth.server.ts'
import { createPasswordHashing, createPasswords } from './password/passwords.server.ts'
import { isStaff, roles } from './roles.ts'
import {
  CodeNeeded,
  createPasskeys,
  createSecondFactor,
  sessionHeaders,
  stepOf,
  throwInOurWords,
} from './second-factor/second-factor.server.ts'
import {
  isOver,
  isPasswordRecent,
  needsTouch,
  type SignedIn,
  sessionKey,
  sessionRules,
  signSessionToken,
} from './sessions.server.ts'
import {
  callerOfSession,
  deleteSession,
  renewPassword,
  touchSession,
  verifyEmail,
} from './sessions.store.server.ts'

declare module '#platform/http/endpoint.ts' {
  interface Caller {
    /** The password was typed too long ago for a step that a thief would take. */
    passwordIsOld?: true
    /** The session began with a code of the app, a recovery code or a passkey, or has set one up. */
    tookSecondStep?: true
    /** Staff without the second step that they need: customers until they take it, or set it up. */
    needsSecondFactor?: true
  }
}

type Optional = 'shopName' | 'clock' | 'passwordHashing'

interface AccountSettings
  extends Omit<AuthSettings, Optional>,
    Partial<Pick<AuthSettings, Optional>> {
  /** Whether staff are customers until they set up an authenticator app or use a passkey. */
  requireSecondFactor?: boolean
  sessionRules?: typeof sessionRules
}

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts(options: AccountSettings) {
  const settings = {
    ...options,
    shopName: options.shopName ?? 'Cakewala',
    clock: options.clock ?? systemClock,
    passwordHashing: options.passwordHashing ?? createPasswordHashing(),
  }
  const { db, secret, clock, requireSecondFactor = false } = settings
  const rules = options.sessionRules ?? sessionRules
  const auth = createBetterAuth(settings)
  const passwords = createPasswords(auth, settings)

  async function signedInBy(key: string): Promise<SignedIn> {
    const caller = await callerOfSession(db, key, clock.now())
    if (!caller) throw new Error('the new session was not found')
    const { id, email, role } = caller
    return { token: signSessionToken(key, secret), userId: id, email, role }
  }

  /** As `callerOf`, and guests: only for what a guest may do. Writes a session's last use once a minute. */
  async function buyerOf(headers: Headers): Promise<Caller | null> {
    const key = sessionKey(headers, settings)
    if (!key) return null
    const now = clock.now()
    const session = await callerOfSession(db, key, now)
    if (!session || isOver(session, now, rules)) return null
    if (needsTouch(session, now)) await touchSession(db, key, now)
    const { id, email, guestEmail, role } = session
    if (guestEmail !== null) return { id, email: guestEmail, role, isGuest: true }
    const { tookSecondStep } = session
    const isBarred = requireSecondFactor && isStaff(role) && !tookSecondStep
    return {
      id,
      email,
      role: isBarred ? 'customer' : role,
      ...(tookSecondStep && { tookSecondStep }),
      ...(isBarred && { needsSecondFactor: true }),
      ...(!isPasswordRecent(session, now, rules) && { passwordIsOld: true }),
    }
  }

  return {
    passwords,
    emailTokens: createTokenSigner({ purpose: 'email-change', secret }),
    secondFactor: createSecondFactor(auth, settings, signedInBy),
    passkeys: createPasskeys(auth, settings, signedInBy),
    buyerOf,

    /** The account that sent a request, by cookie or bearer token: one query, none without a valid token. */
    async callerOf(headers: Headers): Promise<Caller | null> {
      const buyer = await buyerOf(headers)
      return buyer?.isGuest ? null : buyer
    },

    /** The key of the session that a request belongs to; null without one. */
    sessionKeyOf: (headers: Headers) => sessionKey(headers, settings),

    /**
     * @param welcome in the transaction that adds the account
     * @throws AppError conflict if the e-mail is taken
     */
    async register(
      { date, password, ...person }: Registration,
      welcome?: (tx: Database, account: { id: string; email: string }) => Promise<void>,
    ) {
      await passwords.check(password, person)
      const passwordHash = await passwords.hash(password)
      const account = {
        ...person,
        id: crypto.randomUUID(),
        birthdate: date,
        role: 'customer' as const,
      }
      const added = await db.transaction(async (tx) => {
        const isAdded = await insertAccount(tx, { ...account, passwordHash })
        if (isAdded) await welcome?.(tx, account)
        return isAdded
      })
      if (added) return
      throw fieldError('conflict', 'email', 'An account with this email already exists')
    },

    /**
     * A password that changes meanwhile does not count. Who changes it ends the sessions afterwards, so one that is read
     * here as it was checked has its session ended there.
     *
     * @throws AppError not_signed_in, after the same work, for a wrong password and for an unknown e-mail
     * @throws CodeNeeded when the password was right and the account has an authenticator app
     */
    async signIn(email: string, password: string): Promise<SignedIn> {
      const credential = await credentialOf(db, email)
      const { response, headers } = await auth.api
        .signInEmail({ body: { email, password }, headers: new Headers(), returnHeaders: true })
        .catch(replaceApiError(401, wrongLogin))
      if (!isDeepStrictEqual(await credentialOf(db, email), credential)) {
        if ('token' in response) await deleteSession(db, response.token)
        throw wrongLogin()
      }
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

    async signOut(headers: Headers) {
      const key = sessionKey(headers, settings)
      if (key) await deleteSession(db, key)
    },

    /** Starts the session of a new guest: for some hours, only for ordering. */
    async startGuest(guest: Guest): Promise<SignedIn> {
      const { userId, key } = await insertGuest(db, guest, clock.now())
      const token = signSessionToken(key, secret)
      return { token, userId, email: guest.email, role: 'customer', isGuest: true }
    },

    /** Renews a session by its password. @throws AppError invalid if it is wrong */
    async givePasswordAgain(headers: Headers, password: string) {
      await auth.api
        .verifyPassword({ headers: sessionHeaders(headers, settings), body: { password } })
        .catch(throwInOurWords)
      const key = sessionKey(headers, settings)
      if (key) await renewPassword(db, key, clock.now())
    },

    /** Creates an owner if there is none. Several processes may call it at the same time. */
    async ensureOwner({
      email,
      password,
    }: {
      email: string
      password: string | undefined
    }): Promise<{ created: boolean; generatedPassword?: string }> {
      const initialPassword = password ?? randomBytes(12).toString('base64url')
      const created = await db.transaction(async (tx) => {
        if (await hasOwner(tx)) return false
        const ownerId = await upsertOwner(tx, {
          id: crypto.randomUUID(),
          name: 'Admin',
          email,
          mobileno: null,
          birthdate: null,
          role: 'owner',
          passwordHash: await passwords.hash(initialPassword),
        })
        await verifyEmail(tx, ownerId)
        return true
      })
      return created && password === undefined
        ? { created, generatedPassword: initialPassword }
        : { created }
    },
  }
}

function wrongLogin(): AppError {
  const password = 'The email or the password is not right. Please check both.'
  return new AppError('not_signed_in', 'something is wrong', { errors: { password } })
}
