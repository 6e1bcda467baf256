import { randomInt } from 'node:crypto'
import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, isAPIError } from 'better-auth/api'
import { bearer, twoFactor } from 'better-auth/plugins'
import type { AppError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { passwordLimits } from './accounts.schema.ts'
import { beginSession, deleteResets } from './accounts.store.server.ts'
import {
  credentials,
  passkeys,
  sessions,
  twoFactors,
  users,
  verifications,
} from './accounts.tables.server.ts'
import { resetSeconds, sessionSeconds } from './sessions.server.ts'
import { type SecurityRecords, verifyEmail } from './sessions.store.server.ts'

export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(attempt: { hash: string; password: string }): Promise<boolean>
}

export interface AuthSettings {
  db: Database
  securityLog: SecurityRecords
  /** Signs session tokens; at least 32 characters. */
  secret: string
  publicUrl: string
  /** Authenticator apps and passkeys are listed under it. */
  shopName: string
  clock: Clock
  /** Tests use a cheap one. */
  passwordHashing: PasswordHashing
}

/**
 * The shop uses only better-auth's server API. Its HTTP handler is not mounted: cookies, origin checks and limits are
 * the shop's own.
 */
export function createBetterAuth(settings: AuthSettings) {
  const { db, secret, publicUrl, shopName, clock, passwordHashing, securityLog } = settings
  return betterAuth({
    secret,
    baseURL: publicUrl,
    telemetry: { enabled: false },
    // It would log e-mail addresses. Errors are thrown anyway.
    logger: { disabled: true },
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: {
        user: users,
        session: sessions,
        account: credentials,
        verification: verifications,
        twoFactor: twoFactors,
        passkey: passkeys,
      },
    }),
    user: {
      additionalFields: {
        mobileno: { type: 'string', required: false },
        birthdate: { type: 'string', required: false },
        role: { type: 'string', required: false, input: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      password: passwordHashing,
      minPasswordLength: passwordLimits.min,
      maxPasswordLength: passwordLimits.max,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: resetSeconds,
      async onPasswordReset({ user }) {
        await db.transaction(async (tx) => {
          await deleteResets(tx, user.id)
          await verifyEmail(tx, user.id)
        })
        const details = { by: 'mailed link' }
        await securityLog.record({ kind: 'password-changed', userId: user.id, details })
      },
    },
    session: {
      expiresIn: sessionSeconds,
      // The shop has a guard of its own for recent passwords.
      freshAge: 0,
      disableSessionRefresh: true,
      additionalFields: {
        lastUsedAt: { type: 'date', required: false, input: false },
        passwordAt: { type: 'date', required: false, input: false },
      },
    },
    verification: { storeIdentifier: 'hashed' },
    plugins: [
      // Use cases hand it the session's key.
      bearer(),
      twoFactor({
        issuer: shopName,
        backupCodeOptions: { customBackupCodesGenerate: newRecoveryCodes },
      }),
      passkey({
        rpName: shopName,
        rpID: new URL(publicUrl).hostname,
        origin: new URL(publicUrl).origin,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        // A passkey replaces password and code, so its device must have required a finger or a PIN.
        registration: {
          afterVerification: ({ verification: { registrationInfo } }) =>
            requireUserVerified(registrationInfo?.userVerified),
        },
        authentication: {
          afterVerification: ({ verification: { authenticationInfo } }) =>
            requireUserVerified(authenticationInfo.userVerified),
        },
      }),
    ],
    databaseHooks: {
      session: {
        create: {
          // By the shop's clock, which also decides when a session has expired.
          before: async (session) => ({
            data: { ...session, ...beginSession(clock.now(), sessionSeconds) },
          }),
        },
      },
    },
  })
}

export type BetterAuth = ReturnType<typeof createBetterAuth>

function requireUserVerified(isVerified: boolean | undefined) {
  if (!isVerified) throw new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' })
}

/** Replaces better-auth's error of this status by ours. Any other error is a bug and is thrown as it is. */
export function replaceApiError(status: number, create: () => AppError) {
  return (error: unknown): never => {
    throw isAPIError(error) && error.statusCode === status ? create() : error
  }
}

/** Characters that nobody confuses on paper: no 0 and o, no 1, i and l, no capitals. */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Ten codes of 49 bits, such as 'ab3de-fg4hj'. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: 10 }, () => `${fiveCharacters()}-${fiveCharacters()}`)
}

function fiveCharacters(): string {
  return Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join('')
}
