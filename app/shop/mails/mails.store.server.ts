import { and, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { mails } from './mails.tables.server.ts'

export type MailRow = typeof mails.$inferSelect

/** Keeps a mail that is to be sent; false when this event has its mail already. */
export async function insertMail(
  tx: Database,
  mail: Pick<MailRow, 'id' | 'kind' | 'data' | 'createdAt'>,
): Promise<boolean> {
  const added = await tx
    .insert(mails)
    .values(mail)
    .onConflictDoNothing()
    .returning({ id: mails.id })
  return added.length > 0
}

/** Counts one try more; null when there is no such mail, or it was sent already. */
export async function startAttempt(db: Database, id: string): Promise<MailRow | null> {
  const [begun] = await db
    .update(mails)
    .set({ tries: sql`${mails.tries} + 1` })
    .where(and(eq(mails.id, id), ne(mails.status, 'sent')))
    .returning()
  return begun ?? null
}

/** Notes what is known of a mail once it is composed. */
export async function saveComposed(
  db: Database,
  id: string,
  composed: { recipient: string; subject: string },
) {
  await db.update(mails).set(composed).where(eq(mails.id, id))
}

export async function markMailSent(db: Database, id: string, now: Date) {
  await db.update(mails).set({ status: 'sent', sentAt: now, fault: null }).where(eq(mails.id, id))
}

export async function saveFault(db: Database, id: string, fault: string) {
  await db.update(mails).set({ fault }).where(eq(mails.id, id))
}

/** Gives a mail up, unless it was sent. */
export async function markDeadLetter(db: Database, id: string, fault?: string) {
  await db
    .update(mails)
    .set({
      status: 'dead',
      fault: fault ?? sql`coalesce(${mails.fault}, 'It was tried too often.')`,
    })
    .where(and(eq(mails.id, id), ne(mails.status, 'sent')))
}

/** Makes a dead mail wait again, with all its tries; false when there is no such dead mail. */
export async function requeueMail(tx: Database, id: string): Promise<boolean> {
  const revived = await tx
    .update(mails)
    .set({ status: 'waiting', tries: 0, fault: null })
    .where(and(eq(mails.id, id), eq(mails.status, 'dead')))
    .returning({ id: mails.id })
  return revived.length > 0
}

export async function deleteMail(db: Database, id: string) {
  await db.delete(mails).where(eq(mails.id, id))
}

/** Mails that went out, or were given up, long enough ago to be forgotten: their ids. */
export async function findMailsToPurge(
  db: Database,
  { sentBefore, deadBefore, limit }: { sentBefore: Date; deadBefore: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: mails.id })
    .from(mails)
    .where(
      and(
        // No mail is sent before its event; said for the index.
        lt(mails.createdAt, sentBefore),
        or(
          and(eq(mails.status, 'sent'), lt(mails.sentAt, sentBefore)),
          and(eq(mails.status, 'dead'), lt(mails.createdAt, deadBefore)),
        ),
      ),
    )
    .orderBy(mails.createdAt, mails.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Removes mails, but for those that wait again. */
export async function deleteMails(db: Database, ids: string[]) {
  await db.delete(mails).where(and(inArray(mails.id, ids), ne(mails.status, 'waiting')))
}
