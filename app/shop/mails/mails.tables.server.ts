import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true })

/** One mail per event; what it says is composed when it is sent, and is not kept here. */
export const mails = pgTable(
  'mails',
  {
    /** From the event: 'order-placed-<order id>'. */
    id: text().primaryKey(),
    /** The name of its kind, which knows how to compose it. */
    kind: text().notNull(),
    /** What it is composed from; nothing secret. */
    data: jsonb().notNull(),
    status: text({ enum: ['waiting', 'sent', 'dead'] })
      .notNull()
      .default('waiting'),
    /** Known once it was composed. */
    recipient: text(),
    subject: text(),
    tries: integer().notNull().default(0),
    /** Why the last try failed. */
    fault: text(),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    check('mails_status', sql`${t.status} in ('waiting', 'sent', 'dead')`),
    check('mails_sent_at', sql`(${t.status} = 'sent') = (${t.sentAt} is not null)`),
    check('mails_dead_for_a_reason', sql`${t.status} <> 'dead' or ${t.fault} is not null`),
    check('mails_tries', sql`${t.tries} >= 0`),
    index('mails_by_time').on(t.createdAt, t.id),
    index('mails_search').using('gin', sql`lower(${t.recipient}) gin_trgm_ops`),
    index('mails_unsent').on(t.status, t.createdAt, t.id).where(sql`${t.status} <> 'sent'`),
  ],
)
