import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { messages, subscribers } from './storefront.tables.server.ts'

export type StoredMessage = typeof messages.$inferSelect

export async function insertMessage(db: Database, message: StoredMessage) {
  await db.insert(messages).values(message)
}

export async function findMessage(db: Database, id: string): Promise<StoredMessage | null> {
  const [message] = await db.select().from(messages).where(eq(messages.id, id))
  return message ?? null
}

/** Stores a subscriber; true if the address was not subscribed before. */
export async function insertSubscriber(
  db: Database,
  subscriber: { email: string; token: string; consentedAt: Date },
): Promise<boolean> {
  const added = await db
    .insert(subscribers)
    .values(subscriber)
    .onConflictDoUpdate({
      target: subscribers.email,
      set: { consentedAt: sql`excluded.consented_at`, unsubscribedAt: null },
      setWhere: isNotNull(subscribers.unsubscribedAt),
    })
    .returning({ email: subscribers.email })
  return added.length > 0
}

/** The token of the unsubscribe link; null for an address that is not subscribed. */
export async function findSubscriberToken(db: Database, email: string): Promise<string | null> {
  const [subscriber] = await db
    .select({ token: subscribers.token })
    .from(subscribers)
    .where(and(eq(subscribers.email, email), isNull(subscribers.unsubscribedAt)))
  return subscriber?.token ?? null
}

/** Keeps the first time of unsubscribing; false for an unknown token. */
export async function endSubscription(db: Database, token: string, at: Date): Promise<boolean> {
  const ended = await db
    .update(subscribers)
    .set({
      unsubscribedAt: sql`coalesce(${subscribers.unsubscribedAt}, ${at.toISOString()}::timestamptz)`,
    })
    .where(eq(subscribers.token, token))
    .returning({ email: subscribers.email })
  return ended.length > 0
}
