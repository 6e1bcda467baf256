import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import pLimit from 'p-limit'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import { passwordLimits } from './account.schema.ts'
import { deleteResets } from './accounts.store.server.ts'
import { credentials, sessions, users, verifications } from './accounts.tables.server.ts'

/**
 * Only two passwords are hashed at a time. A hash takes a thread of Node's pool, 32 MB and 50 ms of a processor. The pool
 * has four threads, and files, compression and DNS need some of them.
 */
const limit = pLimit(2)

export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(attempt: { hash: string; password: string }): Promise<boolean>
}

/** better-auth's own hashing, with a limit on how many run at a time. */
export const passwordHashing: PasswordHashing = {
  hash: (password) => limit(() => hashPassword(password)),
  verify: (attempt) => limit(() => verifyPassword(attempt)),
}

interface AuthDeps {
  db: Database
  secret: string
  publicUrl: string
  clock: Clock
  passwordHashing: PasswordHashing
}

/** How long a session lasts, seconds. */
export const sessionSeconds = 30 * 24 * 60 * 60
/** How long a link to a new password is valid, seconds. */
export const resetSeconds = 60 * 60

/**
 * The shop uses only better-auth's server API. Its HTTP handler is not mounted: cookies, origin checks and limits are
 * the shop's own.
 */
export function createBetterAuth({ db, secret, publicUrl, clock, passwordHashing }: AuthDeps) {
  return betterAuth({
    secret,
    baseURL: publicUrl,
    telemetry: { enabled: false },
    // It would log e-mail addresses. Errors are thrown anyway.
    logger: { disabled: true },
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: { user: users, session: sessions, account: credentials, verification: verifications },
    }),
    user: {
      additionalFields: {
        mobileno: { type: 'string', required: false },
        birthdate: { type: 'string', required: false },
        isAdmin: { type: 'boolean', required: false, input: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      password: passwordHashing,
      minPasswordLength: passwordLimits.min,
      maxPasswordLength: passwordLimits.max,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: resetSeconds,
      onPasswordReset: ({ user }) => deleteResets(db, user.id),
    },
    session: { expiresIn: sessionSeconds },
    verification: { storeIdentifier: 'hashed' },
    databaseHooks: {
      session: {
        create: {
          // By the shop's clock, which also decides when a session has expired.
          before: async (session) => ({
            data: {
              ...session,
              expiresAt: new Date(clock.now().getTime() + sessionSeconds * 1000),
            },
          }),
        },
      },
    },
  })
}
