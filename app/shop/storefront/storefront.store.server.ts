import { and, asc, eq, gte, isNotNull, isNull, lte } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { messages, subscribers } from './storefront.tables.server.ts'

export type StoredMessage = typeof messages.$inferSelect

export async function insertMessage(db: Database, message: typeof messages.$inferInsert) {
  await db.insert(messages).values(message)
}

export async function findMessage(db: Database, id: string): Promise<StoredMessage | null> {
  const [message] = await db.select().from(messages).where(eq(messages.id, id))
  return message ?? null
}

/** What was reported about an order, oldest first. */
export async function problemsOfOrder(db: Database, orderId: string): Promise<StoredMessage[]> {
  return db
    .select()
    .from(messages)
    .where(eq(messages.orderId, orderId))
    .orderBy(asc(messages.createdAt))
}

/** The orders of complaints that nobody has answered yet, one row for each complaint. */
export function openProblems(db: Database) {
  return db
    .select({ orderId: messages.orderId })
    .from(messages)
    .where(and(isNotNull(messages.orderId), isNull(messages.answeredAt)))
}

/** Null opens a complaint again. @returns false if it stood so already */
export async function setProblemAnswered(
  tx: Database,
  id: string,
  answeredAt: Date | null,
): Promise<boolean> {
  const isOther = answeredAt ? isNull(messages.answeredAt) : isNotNull(messages.answeredAt)
  const changed = await tx
    .update(messages)
    .set({ answeredAt })
    .where(and(eq(messages.id, id), isOther))
    .returning({ id: messages.id })
  return changed.length > 0
}

/**
 * Stores an address that awaits confirmation, or renews one that was stored before `renewableBefore`.
 *
 * @returns false if the address is confirmed, or was stored since
 */
export async function insertSubscriber(
  db: Database,
  subscriber: { email: string; token: string; consentedAt: Date },
  renewableBefore: Date,
): Promise<boolean> {
  const { token, consentedAt } = subscriber
  const added = await db
    .insert(subscribers)
    .values(subscriber)
    .onConflictDoUpdate({
      target: subscribers.email,
      set: { token, consentedAt },
      setWhere: and(isNull(subscribers.confirmedAt), lte(subscribers.consentedAt, renewableBefore)),
    })
    .returning({ email: subscribers.email })
  return added.length > 0
}

export type Subscriber = typeof subscribers.$inferSelect

export async function findSubscriber(
  db: Database,
  by: { email: string } | { token: string },
): Promise<Subscriber | null> {
  const [subscriber] = await db
    .select()
    .from(subscribers)
    .where('email' in by ? eq(subscribers.email, by.email) : eq(subscribers.token, by.token))
  return subscriber ?? null
}

/** Confirms a subscriber whose link was sent after a time; null if there is none, or it is confirmed. */
export async function confirmSubscriber(
  db: Database,
  { token, at, sentAfter }: { token: string; at: Date; sentAfter: Date },
): Promise<Subscriber | null> {
  const [confirmed] = await db
    .update(subscribers)
    .set({ confirmedAt: at })
    .where(
      and(
        eq(subscribers.token, token),
        isNull(subscribers.confirmedAt),
        gte(subscribers.consentedAt, sentAfter),
      ),
    )
    .returning()
  return confirmed ?? null
}

export async function deleteSubscriber(
  db: Database,
  by: { email: string } | { token: string },
): Promise<boolean> {
  const deleted = await db
    .delete(subscribers)
    .where('email' in by ? eq(subscribers.email, by.email) : eq(subscribers.token, by.token))
    .returning({ email: subscribers.email })
  return deleted.length > 0
}
