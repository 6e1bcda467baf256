import { and, desc, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '#platform/database/contains.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Order } from '#shop/orders/order.schema.ts'
import { hasItem, isPlaced } from '#shop/orders/order-filters.store.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import { toBeDelivered } from '#shop/orders/to-be-delivered.store.server.ts'
import { withItems } from '#shop/orders/whole-orders.store.server.ts'
import { boundsOfDay, type OrderPayment, type OrderSearch, wordsOf } from './order-search.ts'

/** Placed orders that a search finds, newest first, at most `limit`, in two queries. */
export async function listOrders(
  db: Database,
  search: OrderSearch,
  limit: number,
): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(...wanted(db, search)))
    .orderBy(desc(orders.number))
    .limit(limit)
  return withItems(db, rows)
}

/** A page of them, and the number that older ones are below; null when these were the last. */
export async function ordersPage(
  db: Database,
  search: OrderSearch,
  size: number,
): Promise<{ orders: Order[]; next: number | null }> {
  const found = await listOrders(db, search, size + 1)
  const page = found.slice(0, size)
  return { orders: page, next: found.length > size ? (page.at(-1)?.number ?? null) : null }
}

/** A placed order by its number, with what only the shop sees of it; null when there is none. */
export async function findOrderByNumber(db: Database, number: number) {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.number, number), eq(orders.state, 'placed')))
  const [order] = await withItems(db, rows)
  const [row] = rows
  if (!order || !row) return null
  return { order, invoiceSerial: row.invoiceSerial ?? '', kitchenNote: row.kitchenNote }
}

export async function setKitchenNote(tx: Database, orderId: string, note: string) {
  await tx.update(orders).set({ kitchenNote: note }).where(eq(orders.id, orderId))
}

/** What is true of the orders that a search finds. */
export function wanted(db: Database, { q, state, day, payment, before }: OrderSearch) {
  return [
    before === null ? undefined : lt(orders.number, before),
    isFor(q),
    state === null ? undefined : hasItem(db, state, before),
    isPlaced,
    day === null ? undefined : toBeDelivered(boundsOfDay(day)),
    payment === null ? undefined : isPaid[payment],
  ]
}

function isFor(q: string): SQL | undefined {
  const words = wordsOf(q)
  if (!words) return undefined
  const { number, text } = words
  return or(
    number === null ? undefined : eq(orders.number, number),
    text === null ? undefined : contains(searched, text),
  )
}

// The expression of the index orders_search, to the letter.
const searched = sql`lower(${orders.customerName} || ' ' || ${orders.customerEmail} || ' ' || ${orders.customerMobile})`

const isPaid: Record<OrderPayment, SQL> = {
  card: gt(orders.cardPaise, 0),
  cash: sql`${orders.cardPaise} = 0`,
  refunded: sql`${orders.refundedPaise} > 0`,
}
