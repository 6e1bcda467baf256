import { randomBytes } from 'node:crypto'
import { isAPIError } from 'better-auth/api'
import { AppError } from '#platform/app-error.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import type { Registration } from './account.schema.ts'
import {
  callerOfSession,
  deleteSession,
  hasAdmin,
  insertAccount,
  type Person,
  personById,
  upsertAdmin,
} from './accounts.store.server.ts'
import {
  createBetterAuth,
  type PasswordHashing,
  passwordHashing as realHashing,
  resetSeconds,
} from './better-auth.server.ts'
import {
  keyOfToken,
  type SignedIn,
  signSessionToken,
  tokenOfRequest,
} from './session-cookies.server.ts'

/** Accounts, their passwords and their sessions. */
export interface Accounts {
  /** @throws AppError conflict when the e-mail is taken */
  register(person: Registration): Promise<void>
  /** @throws AppError not_signed_in, after the same work, for a wrong password and for an unknown e-mail */
  signIn(email: string, password: string): Promise<SignedIn>
  /** Ends the session of the request, if it has one. */
  signOut(headers: Headers): Promise<void>
  /** Who sent a request, by cookie or bearer token: one query, none without a valid token. */
  callerOf(headers: Headers): Promise<Caller | null>
  /** A one-time token for a new password, valid for an hour; null when the account does not exist any more. */
  issueReset(userId: string): Promise<{ token: string; person: Person } | null>
  /** Sets a new password and ends every session. @throws AppError conflict when the token is used or expired */
  resetPassword(token: string, password: string): Promise<void>
  /** Creates an administrator if there is none. Several processes may call it at the same time. */
  ensureAdmin(admin: {
    email: string
    password: string | undefined
  }): Promise<{ created: boolean; generatedPassword?: string }>
}

export interface AccountsDeps {
  db: Database
  /** Signs session tokens; at least 32 characters. */
  secret: string
  publicUrl: string
  clock?: Clock
  /** Tests use a cheap one. */
  passwordHashing?: PasswordHashing
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { db, secret, clock = systemClock, passwordHashing = realHashing } = deps
  const auth = createBetterAuth({ ...deps, clock, passwordHashing })

  return {
    async register({ date, password, ...person }) {
      const added = await insertAccount(db, {
        ...person,
        id: crypto.randomUUID(),
        birthdate: date,
        isAdmin: false,
        passwordHash: await passwordHashing.hash(password),
      })
      if (!added) throw new AppError('conflict', 'An account with this email already exists')
    },

    async signIn(email, password) {
      const { token, user } = await auth.api
        .signInEmail({ body: { email, password } })
        .catch(replaceApiError(401, () => new AppError('not_signed_in', 'something is wrong')))
      return {
        token: signSessionToken(token, secret),
        email: user.email,
        isAdmin: user.isAdmin === true,
      }
    },

    async signOut(headers) {
      const key = sessionKey(headers, secret)
      if (key) await deleteSession(db, key)
    },

    async callerOf(headers) {
      const key = sessionKey(headers, secret)
      return key ? callerOfSession(db, key, clock.now()) : null
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
      await auth.api
        .resetPassword({ body: { token, newPassword: password } })
        .catch(
          replaceApiError(
            400,
            () =>
              new AppError(
                'conflict',
                'This link has expired or was already used. Please ask for a new one.',
              ),
          ),
        )
    },

    async ensureAdmin({ email, password }) {
      const initialPassword = password ?? randomBytes(12).toString('base64url')
      const created = await db.transaction(async (tx) => {
        if (await hasAdmin(tx)) return false
        await upsertAdmin(tx, {
          id: crypto.randomUUID(),
          name: 'Admin',
          email,
          mobileno: null,
          birthdate: null,
          isAdmin: true,
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

function sessionKey(headers: Headers, secret: string): string | null {
  const token = tokenOfRequest(headers)
  return token === null ? null : keyOfToken(token, secret)
}

/** Replaces better-auth's error of this status by ours. Any other error is a bug and is thrown as it is. */
function replaceApiError(status: number, create: () => AppError) {
  return (error: unknown): never => {
    throw isAPIError(error) && error.statusCode === status ? create() : error
  }
}
