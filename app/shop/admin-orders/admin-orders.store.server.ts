import { and, count, desc, eq, gt, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '#platform/database/contains.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Order } from '#shop/orders/order.schema.ts'
import { hasItem, isPlaced, toBeDelivered } from '#shop/orders/order-filters.store.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { withItems } from '#shop/orders/whole-orders.store.server.ts'
import { boundsOfDay, type OrderPayment, type OrderSearch, wordsOf } from './order-search.ts'
import type { CustomCount } from './waiting/waiting-order.ts'

/** Placed orders that a search finds, newest first, at most `limit`, in two queries. */
export async function listOrders(
  db: Database,
  search: OrderSearch,
  limit: number,
): Promise<Order[]> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(...matchesSearch(db, search)))
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
function matchesSearch(db: Database, { q, state, day, payment, before }: OrderSearch) {
  return [
    before === null ? undefined : lt(orders.number, before),
    matchesText(q),
    state === null ? undefined : hasItem(db, state, before),
    isPlaced,
    day === null ? undefined : toBeDelivered(boundsOfDay(day)),
    payment === null ? undefined : isPaid[payment],
  ]
}

function matchesText(q: string): SQL | undefined {
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

/** How many orders an export holds in memory at a time. */
const batchSize = 500

/** A placed order whole, with the serial of its invoice. */
export type ExportedOrder = Order & { invoiceSerial: string }

/** Every placed order that a search finds, newest first, some at a time, however many there are. */
export async function* ordersInBatches(
  db: Database,
  search: OrderSearch,
): AsyncGenerator<ExportedOrder[]> {
  let before = search.before
  let isLast = false
  while (!isLast) {
    const rows = await db
      .select()
      .from(orders)
      .where(and(...matchesSearch(db, { ...search, before })))
      .orderBy(desc(orders.number))
      .limit(batchSize)
    const whole = await withItems(db, rows)
    yield whole.map((order, index) => ({
      ...order,
      invoiceSerial: rows[index]?.invoiceSerial ?? '',
    }))
    before = rows.at(-1)?.number ?? null
    isLast = rows.length < batchSize
  }
}

/** How many items the orders have that a search finds. */
export async function countItems(db: Database, search: OrderSearch): Promise<number> {
  const [counted] = await db
    .select({ items: count() })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(and(...matchesSearch(db, search)))
  return counted?.items ?? 0
}

const open = ['quoted', 'accepted'] as const
const ended = ['declined', 'expired'] as const

/**
 * How many customised cakes stand where the panel's orders do not show them: with a price that waits for its answer or
 * is accepted, and, of deliveries still to come, with one that was declined or not answered.
 */
export async function countCustomCakes(db: Database, now: Date): Promise<CustomCount[]> {
  const isOpen = inArray(orderItems.status, open)
  const hasEnded = and(
    inArray(orderItems.status, ended),
    gte(orderItems.orderNumber, await firstToDeliver(db, now)),
    gte(orders.deliveryAt, now),
  )
  const found = await db
    .select({ status: orderItems.status, count: count() })
    .from(orderItems)
    .innerJoin(orders, eq(orders.number, orderItems.orderNumber))
    .where(and(isPlaced, or(isOpen, hasEnded)))
    .groupBy(orderItems.status)
  return [...open, ...ended].flatMap((status) => found.filter((one) => one.status === status))
}

/** No order with a lower number is still to be delivered; read before it is used, so that the planner knows it. */
async function firstToDeliver(db: Database, now: Date): Promise<number> {
  const [first] = await db
    // Of a bare column the planner would look for the lowest by walking up all numbers.
    .select({ number: sql`coalesce(min(${orders.number} + 0), 0)`.mapWith(Number) })
    .from(orders)
    .where(and(eq(orders.state, 'placed'), gte(orders.deliveryAt, now)))
  return first?.number ?? 0
}
