import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import type { AuditAction, AuditSubject, SecurityKind } from './audit-actions.ts'

/**
 * Who did what and when. A 'change' says what it was before and after, and stays. A 'security' entry is of the shop's doors,
 * with network and device, and may be deleted after a year; it has no email: that of an account is read from the account.
 * Entries are only added: a trigger forbids the rest.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    at: timestamp({ withTimezone: true }).notNull(),
    kind: text({ enum: ['change', 'security'] })
      .notNull()
      .default('change'),
    /** 'shop' is the program itself, for example when a payment arrives; 'anyone' is whoever is at a door. */
    actor: text({ enum: ['customer', 'admin', 'shop', 'anyone'] }).notNull(),
    /** At a door: the account that did it, or that it was tried with. */
    actorId: text('actor_id').references(() => users.id),
    /** The role at that time; null for the shop itself, and in entries from before roles were recorded. */
    actorRole: text('actor_role', {
      enum: ['customer', 'owner', 'manager', 'kitchen', 'counter', 'accountant'],
    }),
    /** The e-mail at that time; null for the shop itself. */
    actorEmail: text('actor_email'),
    action: text().$type<AuditAction | SecurityKind>().notNull(),
    subject: text().$type<AuditSubject>().notNull(),
    subjectId: text('subject_id').notNull(),
    before: jsonb(),
    /** Of a security entry its details. */
    after: jsonb(),
    /** A keyed hash of a typed email that has no account: shows repetition, and not who. */
    emailKey: text('email_key'),
    /** The client's network address; null for the shop itself. */
    network: text(),
    device: text(),
    /** How often it happened: a flood is one entry a minute. */
    count: integer().notNull().default(1),
  },
  (t) => [
    check('audit_log_actor', sql`${t.actor} in ('customer', 'admin', 'shop', 'anyone')`),
    check(
      'audit_log_kind',
      sql`case ${t.kind} when 'security' then ${t.actor} = 'anyone' and ${t.subject} = 'users' and ${t.subjectId} = '' and ${t.before} is null and ${t.after} is not null and ${t.count} > 0 when 'change' then ${t.actor} <> 'anyone' and ${t.emailKey} is null and ${t.network} is null and ${t.device} is null and ${t.count} = 1 else false end`,
    ),
    check(
      'audit_log_actor_known',
      sql`case when ${t.kind} = 'security' then ${t.actorRole} is null and ${t.actorEmail} is null and (${t.actorId} is null or ${t.emailKey} is null) else (${t.actor} = 'shop') = (${t.actorId} is null) and (${t.actorId} is null) = (${t.actorEmail} is null) end`,
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
    index('audit_log_beside_orders')
      .on(t.subject, t.id)
      .where(sql`${t.kind} = 'change' and ${t.subject} <> 'order'`),
    index('audit_log_rare_actions')
      .on(t.action, t.id)
      .where(sql`${t.action} not in ('place-order', 'confirm-item')`),
    // Much may happen at the doors between two changes.
    index('audit_log_changes').on(t.id).where(sql`${t.kind} = 'change'`),
    index('audit_log_security_at').on(t.at).where(sql`${t.kind} = 'security'`),
    index('audit_log_security_account').on(t.actorId, t.id).where(sql`${t.kind} = 'security'`),
    index('audit_log_network').on(t.network, t.id).where(sql`${t.network} is not null`),
  ],
)

/** Conditions that the indexes know. */
export const isChange = sql`${auditLog.kind} = 'change'`
export const isSecurity = sql`${auditLog.kind} = 'security'`
