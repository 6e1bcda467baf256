import { and, asc, eq, getTableColumns, inArray, lte, max, notInArray, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { customMinutes } from '#shop/delivery/slot-options.ts'
import { cancelledStatuses, type QuoteStatus } from '../item-status.ts'
import type { Order, OrderItem } from '../order.ts'
import { lockOrder } from '../orders.store.server.ts'
import { orderItems, quotes } from '../orders.tables.server.ts'
import { type ShownOrder, showOrder } from '../shown-order.ts'

export type QuoteRow = typeof quotes.$inferSelect

/** By the item's id; one query, and none if no item is quoted. */
export async function openQuotes(
  db: Database,
  orders: readonly Pick<Order, 'items'>[],
): Promise<Map<string, QuoteRow>> {
  const items = orders.flatMap((order) => order.items)
  const ids = items.filter(({ status }) => status === 'quoted').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const found = await db.select().from(quotes).where(openOf(ids))
  return new Map(found.map((quote) => [quote.itemId, quote]))
}

/** With the open quotes of their items. */
export async function showOrders(db: Database, orders: readonly Order[]): Promise<ShownOrder[]> {
  const open = await openQuotes(db, orders)
  return orders.map((order) => showOrder(order, open))
}

/** All quotes of an order's items, oldest first. */
export async function quotesOfOrder(db: Database, orderId: string): Promise<QuoteRow[]> {
  return db
    .select(getTableColumns(quotes))
    .from(quotes)
    .innerJoin(orderItems, eq(orderItems.id, quotes.itemId))
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(quotes.quotedAt), asc(quotes.id))
}

/** The order's own lead in minutes, or the maximum of its open and accepted quotes whose cakes are still made. */
export async function maxLeadMinutes(
  db: Database,
  { id, leadMinutes }: Pick<Order, 'id' | 'leadMinutes'>,
): Promise<number> {
  const [found] = await db
    .select({ hours: max(quotes.leadHours) })
    .from(quotes)
    .innerJoin(orderItems, eq(orderItems.id, quotes.itemId))
    .where(
      and(
        eq(orderItems.orderId, id),
        notInArray(orderItems.status, cancelledStatuses),
        inArray(quotes.status, ['open', 'accepted']),
      ),
    )
  return Math.max(leadMinutes, (found?.hours ?? 0) * 60)
}

/** With the id of its order; null if there is no such quote. */
export async function findQuote(
  db: Database,
  id: string,
): Promise<(QuoteRow & { orderId: string }) | null> {
  const [found] = await db
    .select({ ...getTableColumns(quotes), orderId: orderItems.orderId })
    .from(quotes)
    .innerJoin(orderItems, eq(orderItems.id, quotes.itemId))
    .where(eq(quotes.id, id))
  return found ?? null
}

/** In random order, so that a failing one cannot block the rest. */
export async function overdueQuotes(db: Database, now: Date, limit: number): Promise<string[]> {
  const found = await db
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.status, 'open'), lte(quotes.answerBy, now)))
    .orderBy(sql`random()`)
    .limit(limit)
  return found.map(({ id }) => id)
}

/** Adds an open quote. The item must have no other open or accepted one. */
export async function insertQuote(tx: Database, quote: Omit<QuoteRow, 'status' | 'closedAt'>) {
  await tx.insert(quotes).values({ ...quote, status: 'open' })
}

export async function saveAnswerBy(tx: Database, id: string, answerBy: Date) {
  await tx.update(quotes).set({ answerBy }).where(eq(quotes.id, id))
}

export async function closeQuotes(
  tx: Database,
  itemIds: readonly string[],
  { status, at }: { status: Exclude<QuoteStatus, 'open'>; at: Date },
) {
  if (itemIds.length === 0) return
  await tx.update(quotes).set({ status, closedAt: at }).where(openOf(itemIds))
}

function openOf(itemIds: readonly string[]) {
  return and(inArray(quotes.itemId, [...itemIds]), eq(quotes.status, 'open'))
}

/** Kitchen minutes of a customised cake: its quote's, or the usual estimate. */
export async function plannedMinutes(
  db: Database,
  item: Pick<OrderItem, 'id' | 'orderId' | 'wt' | 'amount'>,
): Promise<number> {
  const quoted = (await quotesOfOrder(db, item.orderId)).findLast(
    ({ itemId, workMinutes }) => itemId === item.id && workMinutes !== null,
  )
  return quoted?.workMinutes == null ? customMinutes(item) : quoted.workMinutes * item.amount
}

/** The order is locked until the transaction ends. */
export interface LockedQuote {
  order: Order
  item: OrderItem
  quote: QuoteRow
}

/** Locks a quote's order, then reads the quote and its item; null if there is no such quote. */
export async function lockQuote(tx: Database, quoteId: string): Promise<LockedQuote | null> {
  const found = await findQuote(tx, quoteId)
  if (!found) return null
  const order = await lockOrder(tx, found.orderId)
  // Read again: it may have been answered before we got the lock.
  const quote = await findQuote(tx, quoteId)
  const item = order?.items.find(({ id }) => id === found.itemId)
  return order && quote && item ? { order, item, quote } : null
}
