import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'

/** 'asha+cakes@example.in' arrives where 'asha@example.in' does, with most mail servers. */
const tagPattern = '\\+[^@]*@'

/** By what limits count an email address: without its tag, in lower case. */
export function mailboxOf(email: string): string {
  return email.toLowerCase().replace(new RegExp(tagPattern), '@')
}

/** {@link mailboxOf} in SQL. */
export function mailboxOfColumn(email: SQLWrapper): SQL {
  return sql`regexp_replace(lower(${email}), ${sql.raw(`'${tagPattern}'`)}, '@')`
}

/** One mail per event. Its content is composed when it is sent, and is not stored here. */
export const mails = pgTable(
  'mails',
  {
    /** From the event: 'order-placed-<order id>'. */
    id: text().primaryKey(),
    /** The name of its kind. */
    kind: text().notNull(),
    /** What it is composed from: no secrets. */
    data: jsonb().notNull(),
    /** Held back: its recipient was sent too many that others caused. */
    status: text({ enum: ['waiting', 'sent', 'dead_letter', 'held_back'] })
      .notNull()
      .default('waiting'),
    /** Set when it is composed. */
    recipient: text(),
    subject: text(),
    attempts: integer().notNull().default(0),
    /** Why the last attempt failed. */
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    /** Since when the mail server may have it without having said so. */
    unconfirmedAt: instant('unconfirmed_at'),
    /** When it was counted among those that its recipient did not cause; null if they did. */
    unsolicitedAt: instant('unsolicited_at'),
  },
  (t) => [
    check('mails_status', sql`${t.status} in ('waiting', 'sent', 'dead_letter', 'held_back')`),
    check('mails_sent_at', sql`(${t.status} = 'sent') = (${t.sentAt} is not null)`),
    check(
      'mails_dead_letter_error',
      sql`${t.status} <> 'dead_letter' or ${t.lastError} is not null`,
    ),
    check('mails_attempts', sql`${t.attempts} >= 0`),
    index('mails_by_time').on(t.createdAt, t.id),
    index('mails_search').using('gin', sql`lower(${t.recipient}) gin_trgm_ops`),
    index('mails_unsolicited')
      .on(mailboxOfColumn(t.recipient), t.unsolicitedAt)
      .where(sql`${t.unsolicitedAt} is not null`),
    index('mails_unsent').on(t.status, t.createdAt, t.id).where(sql`${t.status} <> 'sent'`),
  ],
)
