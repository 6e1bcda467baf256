import { and, asc, eq, getTableColumns, inArray, lte, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { itemsOf, lockOrder } from '#shop/orders/orders.store.server.ts'
import { offers, orderItems } from '#shop/orders/orders.tables.server.ts'
import type { ItemRow, OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import type { QuoteStatus } from './quote-status.ts'

export type QuoteRow = typeof offers.$inferSelect

/** The open offer of each of these items that has one, by the item's id. */
export async function openQuotes(
  db: Database,
  itemIds: readonly string[],
): Promise<Map<string, QuoteRow>> {
  if (itemIds.length === 0) return new Map()
  const found = await db.select().from(offers).where(openOf(itemIds))
  return new Map(found.map((offer) => [offer.itemId, offer]))
}

/** Every offer for the items of an order, oldest first. */
export async function quotesOfOrder(db: Database, orderId: string): Promise<QuoteRow[]> {
  return db
    .select(getTableColumns(offers))
    .from(offers)
    .innerJoin(orderItems, eq(orderItems.id, offers.itemId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(offers.quotedAt), asc(offers.id))
}

/** An offer and whose order it is about; null when there is none of this id. */
export async function findQuote(
  db: Database,
  id: string,
): Promise<(QuoteRow & { orderId: string }) | null> {
  const [found] = await db
    .select({ ...getTableColumns(offers), orderId: orderItems.orderId })
    .from(offers)
    .innerJoin(orderItems, eq(orderItems.id, offers.itemId))
    .where(eq(offers.id, id))
  return found ?? null
}

/** Open offers whose time is over; any of them, so that none can hold up the rest. */
export async function overdueQuotes(db: Database, now: Date, limit: number): Promise<string[]> {
  const found = await db
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.status, 'open'), lte(offers.answerBy, now)))
    .orderBy(sql`random()`)
    .limit(limit)
  return found.map(({ id }) => id)
}

/** Keeps a new offer, open; the item must have no other that counts. */
export async function insertQuote(tx: Database, offer: Omit<QuoteRow, 'status' | 'closedAt'>) {
  await tx.insert(offers).values({ ...offer, status: 'open' })
}

/** Ends the open offer of each of these items that has one. */
export async function closeQuotes(
  tx: Database,
  itemIds: readonly string[],
  { status, at }: { status: Exclude<QuoteStatus, 'open'>; at: Date },
) {
  if (itemIds.length === 0) return
  await tx.update(offers).set({ status, closedAt: at }).where(openOf(itemIds))
}

function openOf(itemIds: readonly string[]) {
  return and(inArray(offers.itemId, [...itemIds]), eq(offers.status, 'open'))
}

/** An offer with its item and order, which is held until the transaction ends. */
export interface LockedQuote {
  order: OrderRow
  item: ItemRow
  offer: QuoteRow
}

/** Holds an offer's order, and answers how all of it stands then; null when there is no such offer. */
export async function lockQuote(tx: Database, quoteId: string): Promise<LockedQuote | null> {
  const found = await findQuote(tx, quoteId)
  if (!found) return null
  const order = await lockOrder(tx, found.orderId)
  // Read again: it may have been answered while we waited for the order.
  const offer = await findQuote(tx, quoteId)
  const item = (await itemsOf(tx, found.orderId)).find(({ id }) => id === found.itemId)
  return order && offer && item ? { order, item, offer } : null
}
