import { sql } from 'drizzle-orm'
import { bigint, check, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import type { AuditAction, AuditSubject } from './audit-actions.ts'

/** Who did what and when, before and after. Entries are only added: a trigger forbids the rest. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    at: timestamp({ withTimezone: true }).notNull(),
    /** 'shop' is the program itself, for example when a payment arrives. */
    actor: text({ enum: ['customer', 'admin', 'shop'] }).notNull(),
    actorId: text('actor_id').references(() => users.id),
    /** The role at that time; null for the shop itself, and in entries from before roles were recorded. */
    actorRole: text('actor_role', {
      enum: ['customer', 'owner', 'manager', 'kitchen', 'counter', 'accountant'],
    }),
    /** The e-mail at that time; null for the shop itself. */
    actorEmail: text('actor_email'),
    action: text().$type<AuditAction>().notNull(),
    subject: text().$type<AuditSubject>().notNull(),
    subjectId: text('subject_id').notNull(),
    before: jsonb(),
    after: jsonb(),
  },
  (t) => [
    check('audit_log_actor', sql`${t.actor} in ('customer', 'admin', 'shop')`),
    check(
      'audit_log_actor_known',
      sql`(${t.actor} = 'shop') = (${t.actorId} is null) and (${t.actorId} is null) = (${t.actorEmail} is null)`,
    ),
    check(
      'audit_log_actor_role',
      sql`${t.actorRole} is null or ${t.actor} <> 'shop' and ${t.actorRole} in ('customer', 'owner', 'manager', 'kitchen', 'counter', 'accountant') and (${t.actorRole} = 'customer') = (${t.actor} = 'customer')`,
    ),
    check(
      'audit_log_subject',
      sql`${t.subject} in ('order', 'cake', 'catalogue', 'users', 'mail', 'delivery', 'words', 'money')`,
    ),
    index('audit_log_of_subject').on(t.subject, t.subjectId, t.id),
    // Rare entries have an index. Frequent ones are found by going down the ids.
    index('audit_log_beside_orders').on(t.subject, t.id).where(sql`${t.subject} <> 'order'`),
    index('audit_log_rare_actions')
      .on(t.action, t.id)
      .where(sql`${t.action} not in ('place-order', 'confirm-item')`),
  ],
)
