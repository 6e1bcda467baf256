import { and, eq, exists, gt, inArray, lt, ne, not, notInArray, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { Person } from '#shop/accounts/accounts.store.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { mails } from '#shop/mails/mails.tables.server.ts'
import { cancelledStatuses } from '#shop/orders/item-status.ts'
import {
  disputes,
  orderCharges,
  orderPayments,
  paymentEvents,
} from '#shop/orders/money/ledger.tables.server.ts'
import { orderItems, orders, quotes } from '#shop/orders/orders.tables.server.ts'
import { mailsOf, ordersOf } from './whose-rows.store.server.ts'

type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

/** Locks an account until the transaction ends; null if it is deleted. */
export async function lockAccount(tx: Database, userId: string) {
  const [account] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
  return account?.deletedAt === null ? account : null
}

/** Whether nobody else owns the shop. */
export async function isLastOwner(tx: Database, { id, role }: LockedAccount): Promise<boolean> {
  if (role !== 'owner') return false
  const others = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'owner'), ne(users.id, id)))
    .for('update')
  return others.length === 0
}

/** Locks a person's orders, and says what has files: their designs, their photos by the order, and mails about them. */
export async function lockFilesOf(tx: Database, person: Person) {
  const theirs = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.userId, person.id))
    .orderBy(orders.number)
    .for('update')
  const designs = await tx
    .select({ image: orderItems.image })
    .from(orderItems)
    .where(and(inArray(orderItems.orderId, ordersOf(person)), orderItems.customize))
  const about = await tx.select({ id: mails.id }).from(mails).where(mailsOf(person))
  return {
    designs: designs.flatMap(({ image }) => image),
    orderIds: theirs.map(({ id }) => id),
    mailIds: about.map(({ id }) => id),
  }
}

/** The reason of a failure may name an address. */
export async function deleteJobsOf(tx: Database, mailIds: string[]) {
  if (mailIds.length === 0) return
  await tx.execute(sql`delete from pgboss.job where data ->> 'mailId' in ${mailIds}`)
}

export async function markDeleted(tx: Database, userId: string, now: Date) {
  await tx.update(users).set({ updatedAt: now, deletedAt: now }).where(eq(users.id, userId))
}

/** The order is still open, however late it is. */
const onItsWay = ['baking', 'ready', 'out_for_delivery', 'failed'] as const

/** The numbers of orders that are being paid, delivered, refunded or disputed: a bank asks who got what, and where. */
export async function findOpenOrders(tx: Database, userId: string, now: Date): Promise<number[]> {
  const toDeliver = tx
    .select({ id: orderItems.orderId })
    .from(orderItems)
    .where(notInArray(orderItems.status, cancelledStatuses))
  const refunding = tx
    .select({ id: orderPayments.orderId })
    .from(orderPayments)
    .where(eq(orderPayments.status, 'requested'))
  const disputed = tx
    .select({ id: orderPayments.orderId })
    .from(orderPayments)
    .innerJoin(disputes, eq(disputes.paymentId, orderPayments.id))
    .where(inArray(disputes.status, ['open', 'under_review']))
  const rows = await tx
    .select({ number: orders.number })
    .from(orders)
    .where(
      and(
        eq(orders.userId, userId),
        or(
          eq(orders.state, 'awaiting_payment'),
          and(
            eq(orders.state, 'placed'),
            or(
              inArray(orders.fulfilment, [...onItsWay]),
              and(eq(orders.fulfilment, 'placed'), gt(orders.deliveryAt, now)),
            ),
            inArray(orders.id, toDeliver),
          ),
          inArray(orders.id, refunding),
          inArray(orders.id, disputed),
        ),
      ),
    )
    .orderBy(orders.number)
  return rows.map(({ number }) => number)
}

/** How many orders go in one transaction: others wait for its locks. */
const batchSize = 100

/** Deletes expired orders with their orderPayments, unless a payment has moved money. */
export async function deleteUnpaidOrders(db: Database, before: Date) {
  while ((await deleteBatch(db, before)) === batchSize);
}

function deleteBatch(db: Database, before: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const movedMoney = exists(
      tx
        .select({ id: orderPayments.id })
        .from(orderPayments)
        .where(and(eq(orderPayments.orderId, orders.id), ne(orderPayments.status, 'cancelled'))),
    )
    const rows = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.state, 'expired'), lt(orders.createdAt, before), not(movedMoney)))
      .limit(batchSize)
      .for('update')
    const ids = rows.map(({ id }) => id)
    const theirPayments = tx
      .select({ id: orderPayments.id })
      .from(orderPayments)
      .where(inArray(orderPayments.orderId, ids))
    const theirItems = tx
      .select({ id: orderItems.id })
      .from(orderItems)
      .where(inArray(orderItems.orderId, ids))
    await tx.delete(paymentEvents).where(inArray(paymentEvents.paymentId, theirPayments))
    await tx.delete(orderPayments).where(inArray(orderPayments.orderId, ids))
    await tx.delete(orderCharges).where(inArray(orderCharges.orderId, ids))
    await tx.delete(quotes).where(inArray(quotes.itemId, theirItems))
    await tx.delete(orderItems).where(inArray(orderItems.orderId, ids))
    await tx.delete(orders).where(inArray(orders.id, ids))
    return ids.length
  })
}
