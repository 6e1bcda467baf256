import { and, eq, gt, like, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { users, verifications } from '../accounts.tables.server.ts'

export const mailboxes = ['old', 'new'] as const

/** A link of an open change: each of the two mailboxes has one. */
export interface EmailLink {
  id: string
  userId: string
  mailbox: (typeof mailboxes)[number]
  isConfirmed: boolean
  newEmail: string
  expiresAt: Date
}

/** In the table of mailed links: 'email-change old open asha@example.in'. */
const identifierOf = ({ mailbox, isConfirmed, newEmail }: EmailLink) =>
  `email-change ${mailbox} ${isConfirmed ? 'confirmed' : 'open'} ${newEmail}`
const isEmailChange = like(verifications.identifier, 'email-change %')

function linkOf(row: typeof verifications.$inferSelect): EmailLink {
  const { id, identifier, value: userId, expiresAt } = row
  const [, mailbox, state, newEmail = ''] = identifier.split(' ')
  return {
    id,
    userId,
    newEmail,
    expiresAt,
    mailbox: mailbox === 'old' ? 'old' : 'new',
    isConfirmed: state === 'confirmed',
  }
}

export async function insertLink(tx: Database, link: EmailLink) {
  const { id, userId: value, expiresAt } = link
  await tx.insert(verifications).values({ id, identifier: identifierOf(link), value, expiresAt })
}

/** The links of an account's open change. */
export async function emailLinksOf(db: Database, userId: string, now: Date): Promise<EmailLink[]> {
  const rows = await db
    .select()
    .from(verifications)
    .where(and(isEmailChange, eq(verifications.value, userId), gt(verifications.expiresAt, now)))
  return rows.map(linkOf)
}

export async function findEmailLink(db: Database, id: string, now: Date) {
  const [row] = await db
    .select()
    .from(verifications)
    .where(and(isEmailChange, eq(verifications.id, id), gt(verifications.expiresAt, now)))
  return row ? linkOf(row) : null
}

export async function markConfirmed(tx: Database, link: EmailLink) {
  await tx
    .update(verifications)
    .set({ identifier: identifierOf({ ...link, isConfirmed: true }) })
    .where(eq(verifications.id, link.id))
}

/** Ends an account's change, if there is one. */
export async function deleteEmailLinks(tx: Database, userId: string) {
  await tx.delete(verifications).where(and(isEmailChange, eq(verifications.value, userId)))
}

/** Gives an account another e-mail, which its owner has confirmed; false if another account has it. */
export async function updateEmail(
  tx: Database,
  { userId, email, now }: { userId: string; email: string; now: Date },
): Promise<boolean> {
  const otherAccount = tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, userId)))
  const changed = await tx
    .update(users)
    .set({ email, updatedAt: now })
    .where(and(eq(users.id, userId), sql`not exists ${otherAccount}`))
    .returning({ id: users.id })
  return changed.length > 0
}
