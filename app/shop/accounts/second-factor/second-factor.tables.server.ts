import { bigint, boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/instant.tables.server.ts'
import { users } from '../accounts.tables.server.ts'

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The authenticator app of an account, and its recovery codes; both encrypted. The columns are better-auth's. */
export const twoFactors = pgTable('two_factors', {
  id: text().primaryKey(),
  userId: userId().unique(),
  secret: text().notNull(),
  backupCodes: text('backup_codes').notNull(),
  /** False until the first code was entered. */
  verified: boolean().notNull().default(false),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: instant('locked_until'),
})

/** The codes of apps that were entered lately: each works once. */
export const usedCodes = pgTable(
  'used_codes',
  {
    userId: userId(),
    code: text().notNull(),
    usedAt: instant('used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.code] })],
)

/** The passkeys of accounts. The columns are better-auth's. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: text().primaryKey(),
    userId: userId(),
    name: text(),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull().unique(),
    counter: bigint({ mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text(),
    aaguid: text(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [index('passkeys_user').on(t.userId)],
)
