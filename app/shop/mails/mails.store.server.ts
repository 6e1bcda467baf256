import { and, eq, ne, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { mails } from './mails.tables.server.ts'

export type MailRow = typeof mails.$inferSelect

/** Keeps a mail that is to be sent; false when this event has its mail already. */
export async function insertMail(
  tx: Database,
  mail: Pick<MailRow, 'id' | 'kind' | 'createdAt'> & { data: unknown },
): Promise<boolean> {
  const kept = await tx.insert(mails).values(mail).onConflictDoNothing().returning({ id: mails.id })
  return kept.length > 0
}

export async function findMail(db: Database, id: string): Promise<MailRow | null> {
  const [found] = await db.select().from(mails).where(eq(mails.id, id))
  return found ?? null
}

/** Notes that a mail is on its way to somebody, one try more. */
export async function noteTry(
  db: Database,
  id: string,
  about: Pick<MailRow, 'recipient' | 'subject'>,
) {
  await db
    .update(mails)
    .set({ ...about, tries: sql`${mails.tries} + 1` })
    .where(eq(mails.id, id))
}

export async function markMailSent(db: Database, id: string, now: Date) {
  await db.update(mails).set({ status: 'sent', sentAt: now, fault: null }).where(eq(mails.id, id))
}

export async function noteFault(db: Database, id: string, fault: string) {
  await db.update(mails).set({ fault }).where(eq(mails.id, id))
}

/** Gives a mail up, unless it was sent. */
export async function markMailDead(db: Database, id: string, fault?: string) {
  await db
    .update(mails)
    .set({
      status: 'dead',
      fault: fault ?? sql`coalesce(${mails.fault}, 'It was tried too often.')`,
    })
    .where(and(eq(mails.id, id), ne(mails.status, 'sent')))
}

/** Makes a dead mail wait again, with all its tries; false when there is no such dead mail. */
export async function reviveMail(tx: Database, id: string): Promise<boolean> {
  const revived = await tx
    .update(mails)
    .set({ status: 'waiting', tries: 0 })
    .where(and(eq(mails.id, id), eq(mails.status, 'dead')))
    .returning({ id: mails.id })
  return revived.length > 0
}

export async function removeMail(db: Database, id: string) {
  await db.delete(mails).where(eq(mails.id, id))
}
