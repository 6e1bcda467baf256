import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import { AppError } from '#platform/app-error.ts'
import { type Database, hotQuery, inBatches, rowsOf } from '#platform/database/database.server.ts'
import { annotateCall } from '#platform/log.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import type { Actor } from '#shop/audit-log/audit-log.store.server.ts'
import { releasePlace } from '#shop/delivery/places.server.ts'
import type { Paise } from '#shop/values/money.ts'
import type { DisputeRow } from './disputes/disputes.store.server.ts'
import { cancelledStatuses, type ItemStatus } from './item-status.ts'
import { disputes, orderCharges, orderPayments } from './money/ledger.tables.server.ts'
import type { Order } from './order.ts'
import { isPlaced, isToAnswer } from './order-filters.store.server.ts'
import { noSuchOrder } from './order-rules.ts'
import { orderItems, orders } from './orders.tables.server.ts'

export type OrderRow = typeof orders.$inferSelect
export type ItemRow = typeof orderItems.$inferSelect
export type NewOrderItem = Omit<
  typeof orderItems.$inferInsert,
  'id' | 'orderId' | 'orderNumber' | 'position' | 'status'
> & { id: string }

// Items keep the id of a deleted cake; nothing links to it. Written out, because Drizzle omits the table name of a
// column in a query of one table.
const existingCakeId = sql<
  string | null
>`(select cakes.id from cakes where cakes.id = order_items.cake_id)`.as('existing_cake_id')

const builder = new QueryBuilder()

/** Of a query of orders: all columns of a complete order, with its items, charges and payments. */
export const wholeOrder = {
  ...getTableColumns(orders),
  items: rowsOf(
    builder
      .select({ ...getTableColumns(orderItems), cakeId: existingCakeId })
      .from(orderItems)
      .where(eq(orderItems.orderId, orders.id))
      .orderBy(asc(orderItems.position)),
  ),
  charges: rowsOf(
    builder
      .select()
      .from(orderCharges)
      .where(eq(orderCharges.orderId, orders.id))
      .orderBy(asc(orderCharges.serial)),
  ),
  payments: rowsOf(
    builder
      .select()
      .from(orderPayments)
      .where(eq(orderPayments.orderId, orders.id))
      .orderBy(asc(orderPayments.serial)),
  ),
}

export type DisputedOrder = Order & { disputes: readonly DisputeRow[] }

const disputesOfOrder = rowsOf(
  builder
    .select(getTableColumns(disputes))
    .from(disputes)
    .innerJoin(orderPayments, eq(orderPayments.id, disputes.paymentId))
    .where(eq(orderPayments.orderId, orders.id)),
)

/** The customer as the actor of audit log entries. */
export function customerActor({
  userId,
  customerEmail,
}: Pick<OrderRow, 'userId' | 'customerEmail'>) {
  return { id: userId, email: customerEmail, role: 'customer' } satisfies Actor
}

const orderQuery = hotQuery((db) =>
  db
    .select(wholeOrder)
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare('find_order'),
)

export async function findOrder(db: Database, id: string): Promise<Order | null> {
  const [order] = await orderQuery(db).execute({ id })
  if (order) annotateCall({ order: order.number })
  return order ?? null
}

/**
 * Locks an order until the transaction ends, then reads it: what is locked and read in one statement has its items and
 * money from before the wait for the lock.
 */
export async function lockOrder(tx: Database, id: string): Promise<Order | null> {
  const [locked] = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.id, id))
    .for('update')
  return locked ? findOrder(tx, id) : null
}

/** Expires an unpaid order and its items, which frees its place. */
export async function markExpired(tx: Database, id: string) {
  const [expired] = await tx
    .update(orders)
    .set({ state: 'expired' })
    .where(eq(orders.id, id))
    .returning({ reservationId: orders.reservationId })
  if (expired?.reservationId) await releasePlace(tx, expired.reservationId)
  await tx
    .update(orderItems)
    .set({ status: 'expired' })
    .where(and(eq(orderItems.orderId, id), eq(orderItems.status, 'processing')))
}

/** Removes the checkout key, so that the same cart can be ordered again. */
export async function releaseCheckout(tx: Database, id: string) {
  await tx
    .update(orders)
    .set({ checkoutKey: `over-${id}` })
    .where(eq(orders.id, id))
}

export async function itemsOf(db: Database, orderId: string): Promise<ItemRow[]> {
  return db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position))
}

/** Also sets the agreed price, the baker's problem text, or the time of preparation. */
export async function setItemStatus(
  tx: Database,
  itemIds: readonly string[],
  status: ItemStatus,
  {
    agreedPaise,
    problem,
    preparedAt = null,
  }: { agreedPaise?: Paise; problem?: string; preparedAt?: Date | null } = {},
) {
  if (itemIds.length === 0) return
  const price = { pricePaise: agreedPaise, unitPaise: agreedPaise }
  const work = cancelledStatuses.includes(status) ? { kitchenMinutes: 0 } : {}
  await tx
    .update(orderItems)
    .set({ status, problem, preparedAt, ...price, ...work })
    .where(inArray(orderItems.id, [...itemIds]))
}

/** Orders of one account or guest, or of everybody with an e-mail. */
export type OrdersOf = { userId: string } | { email: string }

/** Newest first. */
export async function placedOrdersOf(
  db: Database,
  whose: OrdersOf,
  { before, limit }: { before?: number; limit: number },
): Promise<Order[]> {
  return db
    .select(wholeOrder)
    .from(orders)
    .where(
      and(
        'userId' in whose
          ? eq(orders.userId, whose.userId)
          : inArray(orders.userId, usersOf(db, whose.email)),
        isPlaced,
        before === undefined ? undefined : lt(orders.number, before),
      ),
    )
    .orderBy(desc(orders.number))
    .limit(limit)
}

/** The account with an e-mail, and the guests who entered it. */
function usersOf(db: Database, email: string) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.email, email), eq(users.guestEmail, email)))
}

/** Null if there is no placed order with this id. */
export async function findPlacedOrder(db: Database, id: string): Promise<Order | null> {
  const order = await findOrder(db, id)
  return order?.state === 'placed' ? order : null
}

/** Placed orders with an item in `processing` that is not refunded, each with all its items; newest first. */
export async function pendingOrders(db: Database, limit: number): Promise<Order[]> {
  return db
    .select(wholeOrder)
    .from(orders)
    .where(isToAnswer(db))
    .orderBy(desc(orders.number))
    .limit(limit)
}

/** Until the transaction ends. @throws AppError not_found */
export async function lockPlacedOrder(tx: Database, orderId: string): Promise<Order> {
  const order = await lockOrder(tx, orderId)
  if (order?.state !== 'placed') throw noSuchOrder()
  return order
}

/** Locks the order and finds its item; `title` is the item's name for people. @throws AppError not_found */
export async function lockItem(tx: Database, orderId: string, itemId: string) {
  const order = await lockPlacedOrder(tx, orderId)
  const item = order.items.find(({ id }) => id === itemId)
  if (!item) throw new AppError('not_found', 'There is no such item in this order.')
  return { order, item, title: `${item.name} of order ${order.number}` }
}

/** By the orders' ids. */
export async function orderNumbers(db: Database, ids: string[]): Promise<Map<string, number>> {
  const found = await db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(inArray(orders.id, ids))
  return new Map(found.map(({ id, number }) => [id, number]))
}

/** For a transaction that has locked the order. */
export async function saveOrderChange(tx: Database, id: string, changes: Partial<OrderRow>) {
  if (Object.keys(changes).length === 0) return
  await tx.update(orders).set(changes).where(eq(orders.id, id))
}

type ChangedOfItem =
  | ('bname' | 'detail' | 'flavour' | 'wt' | 'amount')
  | ('pricePaise' | 'unitPaise' | 'couponPaise' | 'kitchenMinutes')

export async function saveItemChange(
  tx: Database,
  { id, ...change }: Pick<ItemRow, 'id'> & Partial<Pick<ItemRow, ChangedOfItem>>,
) {
  await tx.update(orderItems).set(change).where(eq(orderItems.id, id))
}

/**
 * Adds items to an order that is locked.
 *
 * @returns them as they are stored, without those whose id is taken
 */
export async function insertItems(
  tx: Database,
  { id: orderId, number: orderNumber }: Pick<OrderRow, 'id' | 'number'>,
  items: readonly (NewOrderItem & Pick<ItemRow, 'position'>)[],
): Promise<ItemRow[]> {
  const rows = items.map((item) => ({
    ...item,
    orderId,
    orderNumber,
    status: 'processing' as const,
  }))
  return tx.insert(orderItems).values(rows).onConflictDoNothing().returning()
}

/** Some hundred: with more of them in memory nothing is faster. */
const ordersPerPage = 250

/** Orders with their disputes by their numbers, all or those of a condition; a page is read in one statement, and has some. */
export function orderPages(db: Database, where?: SQL) {
  return inBatches<DisputedOrder>(ordersPerPage, (last) =>
    db
      .select({ ...wholeOrder, disputes: disputesOfOrder })
      .from(orders)
      .where(and(gt(orders.number, last?.number ?? 0), where))
      .orderBy(asc(orders.number))
      .limit(ordersPerPage),
  )
}
