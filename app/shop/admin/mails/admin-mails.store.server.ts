import { and, asc, count, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { maySendAgain } from '#shop/mails/mails.store.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import type { Order } from '#shop/orders/order.ts'

export type ListedMail = Awaited<ReturnType<typeof unsentMails>>[number]
export type MailOfOrder = Awaited<ReturnType<typeof mailsOfOrder>>[number]

/** The newest mails that were not sent: that wait, are dead letters or are held back. Nothing of what they are composed from. */
export function unsentMails(db: Database, limit: number) {
  const { id, kind, status, recipient, subject, attempts, createdAt, sentAt } = mails
  const { lastError, unconfirmedAt } = mails
  return db
    .select({
      ...{ id, kind, status, recipient, subject, attempts, createdAt, sentAt },
      ...{ lastError, unconfirmedAt, maySendAgain },
    })
    .from(mails)
    .where(ne(status, 'sent'))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
}

/** Which mails about an order were sent to who ordered, newest first; for 90 days. For colleagues who may not read mails. */
export function mailsOfOrder(
  db: Database,
  { id: orderId, number, customerEmail }: Pick<Order, 'id' | 'number' | 'customerEmail'>,
) {
  const { id, kind, status, subject, createdAt, sentAt, data, recipient } = mails
  const isAboutIt = or(
    eq(sql`${data} ->> 'orderId'`, orderId),
    eq(sql`${data} ->> 'orderNumber'`, String(number)),
  )
  // It has an index; what a mail is about has none.
  const isTheirs = eq(sql`lower(${recipient})`, customerEmail.toLowerCase())
  return db
    .select({ id, kind, status, subject, createdAt, sentAt })
    .from(mails)
    .where(and(isTheirs, isAboutIt))
    .orderBy(desc(createdAt), desc(id))
    .limit(50)
}

/** The number of dead-letter mails, or of those about events after `since`. */
export async function countDeadLetters(db: Database, since?: Date): Promise<number> {
  const [found] = await db
    .select({ dead: count() })
    .from(mails)
    .where(and(eq(mails.status, 'dead_letter'), since && gt(mails.createdAt, since)))
  return found?.dead ?? 0
}

/** The oldest first, at most `limit`: of these ids the mails that may be sent again, or all dead letters. */
export async function mailsToSendAgain(
  tx: Database,
  { ids, limit }: { ids?: readonly string[]; limit: number },
) {
  return tx
    .select({ id: mails.id, status: mails.status, lastError: mails.lastError })
    .from(mails)
    .where(ids ? and(maySendAgain, inArray(mails.id, [...ids])) : eq(mails.status, 'dead_letter'))
    .orderBy(asc(mails.createdAt), asc(mails.id))
    .limit(limit)
}
