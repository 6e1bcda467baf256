import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/platform.tables.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'

/**
 * An invitation to work in the shop, until it is accepted, withdrawn or replaced. The link in its mail has its id, signed;
 * nothing of the link is stored.
 */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    id: text().primaryKey(),
    email: text().notNull().unique(),
    role: text({ enum: ['owner', 'manager', 'kitchen', 'counter', 'accountant'] }).notNull(),
    invitedBy: text('invited_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    index('staff_invitations_inviter').on(t.invitedBy),
    check('staff_invitations_email_lower', sql`${t.email} = lower(${t.email})`),
    check(
      'staff_invitations_role',
      sql`${t.role} in ('owner', 'manager', 'kitchen', 'counter', 'accountant')`,
    ),
    check('staff_invitations_expiry', sql`${t.expiresAt} > ${t.createdAt}`),
  ],
)
