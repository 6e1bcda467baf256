import { sql } from 'drizzle-orm'
import { boolean, check, date, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/instant.tables.server.ts'

/** An account of a customer or of staff, or a guest, who has no way to sign in. E-mails are in lower case. */
export const users = pgTable(
  'users',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    email: text().notNull().unique(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text(),
    /** What a guest typed, which proves nothing; then `email` is nobody's. Null for accounts. */
    guestEmail: text('guest_email'),
    mobileno: text(),
    birthdate: date({ mode: 'string' }),
    role: text({ enum: ['customer', 'owner', 'manager', 'kitchen', 'counter'] })
      .notNull()
      .default('customer'),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
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
    check('users_mobileno_ten_digits', sql`${t.mobileno} ~ '^[0-9]{10}$'`),
    check('users_role', sql`${t.role} in ('customer', 'owner', 'manager', 'kitchen', 'counter')`),
    check(
      'users_deleted_is_nobody',
      sql`${t.deletedAt} is null or (${t.mobileno} is null and ${t.birthdate} is null and ${t.image} is null and ${t.email} = ${t.id} || '@deleted.invalid')`,
    ),
    check('users_name_given', sql`length(trim(${t.name})) > 0`),
  ],
)

/** A signed-in browser or API client. The cookie has the `token`, signed. */
export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text().notNull().unique(),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
    /** When the password, or a passkey, was last given. */
    passwordAt: instant('password_at').notNull().defaultNow(),
    /** Whether a passkey was given: signing in, or when it was added. */
    byPasskey: boolean('by_passkey').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)

/** The password hash of an account (provider 'credential'). The other columns are better-auth's. */
export const credentials = pgTable(
  'credentials',
  {
    id: text().primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    password: text(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
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
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [index('verifications_identifier').on(t.identifier)],
)
