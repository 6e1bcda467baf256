import { and, asc, desc, eq, getTableColumns, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { kindOf, type Reply } from './inbox/conversation.ts'
import { messages, subscribers } from './storefront.tables.server.ts'

export type StoredMessage = typeof messages.$inferSelect

export async function insertMessage(db: Database, message: typeof messages.$inferInsert) {
  await db.insert(messages).values(message)
}

export async function findMessage(db: Database, id: string): Promise<StoredMessage | null> {
  const [message] = await db.select().from(messages).where(eq(messages.id, id))
  return message ?? null
}

export type Conversation = ReturnType<typeof showConversation>

/** @param overdue what is open is, if nobody has answered or settled it since before these instants, in ISO 8601 */
export function showConversation(
  row: StoredMessage & { orderNumber?: number | null },
  overdue = { unanswered: '', unsettled: '' },
) {
  const { message: words, replies, createdAt, ...message } = row
  const isOpen = message.answeredAt === null
  const first: Reply = { fromShop: message.itemId !== null, words, at: createdAt.toISOString() }
  const last = replies.at(-1) ?? first
  const answered = last === first && first.fromShop ? 'Waits for the customer' : 'Answered'
  return {
    ...message,
    kind: kindOf(message),
    state: isOpen ? 'Open' : answered,
    isOverdue: isOpen && (last.at < overdue.unanswered || first.at < overdue.unsettled),
    entries: [first, ...replies],
  }
}

/** Those that wait for the shop first, then the newest; one more than a page has, if there are more. */
export function inboxPage(db: Database, page: number, perPage: number) {
  return db
    .select({ ...getTableColumns(messages), orderNumber: orders.number })
    .from(messages)
    .leftJoin(orders, eq(orders.id, messages.orderId))
    .orderBy(desc(isNull(messages.answeredAt)), desc(messages.number))
    .limit(perPage + 1)
    .offset((page - 1) * perPage)
}

/** What was said of these orders, oldest first. */
export async function messagesOf(
  db: Database,
  about: readonly { id: string }[],
): Promise<Conversation[]> {
  const isOf = inArray(
    messages.orderId,
    about.map(({ id }) => id),
  )
  const found = await db.select().from(messages).where(isOf).orderBy(asc(messages.createdAt))
  return found.map((message) => showConversation(message))
}

/** The order of each conversation that waits for the shop, or has since before an instant; null without one. */
export function openMessages(db: Database, since?: Date) {
  const last = sql`coalesce((${messages.replies} -> -1 ->> 'at')::timestamptz, ${messages.createdAt})`
  const waitsSince = since && sql`${last} < ${since.toISOString()}`
  const { orderId, answeredAt } = messages
  return db
    .select({ orderId })
    .from(messages)
    .where(and(isNull(answeredAt), waitsSince))
}

interface NewReply {
  id: string
  was: number
  reply: Reply[]
  answeredAt: Date | null
}

/**
 * Adds a reply, or none, and says since when the conversation is answered.
 *
 * @returns false if it has another number of replies than `was`: somebody else has written
 */
export async function saveReply(
  tx: Database,
  { id, was, reply, answeredAt }: NewReply,
): Promise<boolean> {
  const added = sql`${messages.replies} || ${JSON.stringify(reply)}::jsonb`
  const isKnown = eq(sql`jsonb_array_length(${messages.replies})`, was)
  const changed = await tx
    .update(messages)
    .set({ replies: added, answeredAt })
    .where(and(eq(messages.id, id), isKnown))
    .returning({ id: messages.id })
  return changed.length > 0
}

/** What was asked about a cake need not be answered any more. */
export async function closeAsks(tx: Database, itemId: string, answeredAt: Date) {
  const isOpen = and(eq(messages.itemId, itemId), isNull(messages.answeredAt))
  await tx.update(messages).set({ answeredAt }).where(isOpen)
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
