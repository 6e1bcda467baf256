import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { users } from '../accounts.tables.server.ts'
import type { SecurityDetails, SecurityKind } from './security-kinds.ts'

/**
 * What happened at the shop's doors. Entries are only added: a trigger forbids changes, and deleting within a year.
 * It has no e-mails: those of accounts are read from the accounts, so a deleted account leaves none.
 */
export const securityLog = pgTable(
  'security_log',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    at: timestamp({ withTimezone: true }).notNull(),
    kind: text().$type<SecurityKind>().notNull(),
    /** The account that did it, or that it was tried with. */
    userId: text('user_id').references(() => users.id),
    /** A keyed hash of a typed e-mail that has no account: shows repetition, and not who. */
    emailKey: text('email_key'),
    /** The client's network address; null for the shop itself. */
    network: text(),
    device: text(),
    details: jsonb().$type<SecurityDetails>().notNull(),
    /** How often it happened: a flood is one entry a minute. */
    count: integer().notNull(),
  },
  (t) => [
    check('security_log_count', sql`${t.count} > 0`),
    check('security_log_who', sql`${t.userId} is null or ${t.emailKey} is null`),
    index('security_log_at').on(t.at),
    index('security_log_kind').on(t.kind, t.id),
    index('security_log_user').on(t.userId, t.id),
    index('security_log_network').on(t.network, t.id),
  ],
)
