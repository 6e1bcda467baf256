import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'

const times = () => ({
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** Accounts of customers and staff, and guests, who cannot log in. E-mails are in lower case. */
export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique(),
    /** Whether its owner has opened a link that was mailed to it. Anybody can register anybody's. */
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text(),
    /** What a guest typed, unproved; then `email` is nobody's. Null for accounts. */
    guestEmail: text('guest_email'),
    mobileno: text(),
    birthdate: date({ mode: 'string' }),
    role: text({ enum: ['customer', 'owner', 'manager', 'kitchen', 'counter', 'accountant'] })
      .notNull()
      .default('customer'),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    ...times(),
    /** When its owner deleted it. The row stays, without its person, because orders refer to it. */
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('users_newest').on(t.createdAt, t.id),
    index('users_staff').on(t.role, t.id).where(sql`${t.role} <> 'customer'`),
    index('users_search').using(
      'gin',
      sql`lower(${t.name} || ' ' || ${t.email} || ' ' || coalesce(${t.mobileno}, '')) gin_trgm_ops`,
    ),
    index('users_guests').on(t.guestEmail).where(sql`${t.guestEmail} is not null`),
    check('users_email_lower', sql`${t.email} = lower(${t.email})`),
    check(
      'users_guest_has_no_account',
      sql`${t.guestEmail} is null or (${t.guestEmail} = lower(${t.guestEmail}) and ${t.email} = ${t.id} || '@guest.invalid' and ${t.role} = 'customer' and ${t.birthdate} is null and not ${t.emailVerified} and not ${t.twoFactorEnabled})`,
    ),
    check('users_mobileno', sql`${t.mobileno} ~ '^([0-9]{10}|[+](?!91)[1-9][0-9]{7,14})$'`),
    check(
      'users_role',
      sql`${t.role} in ('customer', 'owner', 'manager', 'kitchen', 'counter', 'accountant')`,
    ),
    check(
      'users_deleted_is_nobody',
      sql`${t.deletedAt} is null or (${t.mobileno} is null and ${t.birthdate} is null and ${t.image} is null and ${t.email} = ${t.id} || '@deleted.invalid')`,
    ),
    check('users_name_given', sql`length(trim(${t.name})) > 0`),
  ],
)

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** A signed-in browser or API client. The cookie has the `token`, signed. */
export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: userId(),
    token: text().notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    /** When the password or a passkey was last used. */
    passwordAt: instant('password_at').notNull().defaultNow(),
    /** Whether a code of the app, a recovery code or a passkey was used. */
    tookSecondStep: boolean('took_second_step').notNull().default(false),
    ...times(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)

/** The password hash of an account (provider 'credential'). The other columns are better-auth's. */
export const credentials = pgTable(
  'credentials',
  {
    id: text().primaryKey(),
    userId: userId(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    password: text(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text(),
    ...times(),
  },
  (t) => [index('credentials_user').on(t.userId)],
)

/** Mailed links that are open: to a new password, and those of a change of e-mail. */
export const verifications = pgTable(
  'verifications',
  {
    id: text().primaryKey(),
    identifier: text().notNull(),
    value: text().notNull(),
    expiresAt: instant('expires_at').notNull(),
    ...times(),
  },
  (t) => [index('verifications_identifier').on(t.identifier)],
)

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

/** Codes of apps that were entered lately: each works once. */
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
