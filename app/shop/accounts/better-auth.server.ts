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
 * So many passwords are hashed at once, each in a thread of Node's pool, with 32 MB and some 50 ms of a processor. The pool
 * has four: half of it stays with files, compression and look-ups of names, however many sign in.
 */
const atOnce = 2

const limit = pLimit(atOnce)

export interface PasswordHashing {
  hash(password: string): Promise<string>
  verify(given: { hash: string; password: string }): Promise<boolean>
}

/** How better-auth hashes and checks passwords: its own way, never more than the shop can bear. */
export const passwordHashing: PasswordHashing = {
  hash: (password) => limit(() => hashPassword(password)),
  verify: (given) => limit(() => verifyPassword(given)),
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
/** How long a link to a new password can be used, seconds. */
export const resetSeconds = 60 * 60

/**
 * better-auth as the shop uses it: by its server API alone. Its HTTP handler is mounted nowhere,
 * so its cookies, origin checks and limits are not in play; ours are.
 */
export function createBetterAuth({ db, secret, publicUrl, clock, passwordHashing }: AuthDeps) {
  return betterAuth({
    secret,
    baseURL: publicUrl,
    telemetry: { enabled: false },
    // It logs addresses of people; what matters of its refusals reaches us as errors.
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
          // The shop's clock, which also judges the session later.
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
