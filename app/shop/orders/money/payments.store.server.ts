import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  ne,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Database, hotQuery } from '#platform/database/database.server.ts'
import { newId } from '#platform/secrets.server.ts'
import type { OrderPayment } from '../order.ts'
import { wholeOrder } from '../orders.store.server.ts'
import { orders } from '../orders.tables.server.ts'
import { orderPayments, paymentEvents } from './ledger.tables.server.ts'
import { ownUpi } from './ledger.ts'

export interface ProviderPaymentRow extends OrderPayment {
  provider: string
}

const isOnline = eq(orderPayments.cause, 'online')
/** Of the one payment that buys the order itself. */
export const buysOrder = sql`${orderPayments.buys} ->> 'kind' = 'order'`

/** The payment of the order's checkout, in any status. */
export async function findCheckoutPayment(
  db: Database,
  orderId: string,
): Promise<ProviderPaymentRow | null> {
  const [found] = await db
    .select()
    .from(orderPayments)
    .where(and(eq(orderPayments.orderId, orderId), buysOrder))
  return withProvider(found)
}

export async function findProviderPayment(
  db: Database,
  { provider, paymentId }: { provider: string; paymentId: string },
): Promise<ProviderPaymentRow | null> {
  const [found] = await db
    .select()
    .from(orderPayments)
    .where(isProviderPayment(provider, paymentId))
  return withProvider(found)
}

function isProviderPayment(provider: string | Placeholder, paymentId: string | Placeholder) {
  return and(
    isOnline,
    eq(orderPayments.provider, provider),
    eq(orderPayments.providerId, paymentId),
  )
}

function withProvider(row: OrderPayment | undefined): ProviderPaymentRow | null {
  return row?.provider ? { ...row, provider: row.provider } : null
}

/** Changes a payment that has not succeeded, or what is said of it. */
export async function updatePayment(
  tx: Database,
  id: string,
  change: Partial<
    Pick<OrderPayment, 'providerId' | 'declined' | 'declinedAt' | 'claimed' | 'reference' | 'until'>
  > & {
    status?: 'started' | 'cancelled'
    updatedAt: Date
  },
) {
  await tx.update(orderPayments).set(change).where(eq(orderPayments.id, id))
}

/** In random order, so that none can block the others. */
async function anyPayments(
  db: Database,
  condition: SQL | undefined,
  limit: number,
): Promise<ProviderPaymentRow[]> {
  const payments = db.select().from(orderPayments).where(condition)
  const found = await payments.orderBy(sql`random()`).limit(limit)
  return found.flatMap((row) => withProvider(row) ?? [])
}

/** Cancelled ones that were started at their provider after `since`. */
export function cancelledPayments(db: Database, since: Date, limit: number) {
  const { status, createdAt, providerId } = orderPayments
  const isRecent = and(eq(status, 'cancelled'), gt(createdAt, since), isNotNull(providerId))
  return anyPayments(db, isRecent, limit)
}

/** Online payments that were started before `before` and are open. */
export function startedPayments(db: Database, before: Date, limit: number) {
  const { status, createdAt } = orderPayments
  return anyPayments(db, and(eq(status, 'started'), lt(createdAt, before)), limit)
}

/**
 * Refunds that were requested, or last failed for want of balance, before `before` and are not made yet, oldest first.
 * Staff send those by UPI.
 */
export async function overdueRefunds(db: Database, before: Date, limit: number) {
  return db
    .select({ id: orderPayments.id })
    .from(orderPayments)
    .where(
      and(
        eq(orderPayments.status, 'requested'),
        lt(orderPayments.updatedAt, before),
        ne(orderPayments.provider, ownUpi),
      ),
    )
    .orderBy(asc(orderPayments.createdAt))
    .limit(limit)
}

/** How many places in slots a customer may hold at once with orders that await payment. */
const maxUnpaidPlaces = 2

const saveProviderIdQuery = hotQuery((db) => {
  const held = alias(orders, 'held')
  const its = alias(orderPayments, 'its')
  const places = db
    .select({ id: held.id })
    .from(held)
    .innerJoin(its, and(eq(its.orderId, held.id), eq(its.status, 'started')))
    .where(
      and(
        eq(held.userId, orders.userId),
        eq(held.state, 'awaiting_payment'),
        isNotNull(held.reservationId),
        // A colleague took the others, and their customers pay by a link.
        eq(its.by, 'shop'),
        // What its customer says is paid does not end unseen.
        isNull(its.claimed),
      ),
    )
    .orderBy(desc(held.createdAt), desc(held.id))
    .offset(maxUnpaidPlaces)
    .as('places')
  const recent = alias(orders, 'recent')
  const unpaidOrders = db
    .select({ orders: count() })
    .from(recent)
    .where(
      and(
        eq(recent.userId, orders.userId),
        isNull(recent.placedAt),
        gte(recent.createdAt, sql.placeholder('since')),
      ),
    )
  return db
    .update(orderPayments)
    .set({
      providerId: sql`coalesce(${orderPayments.providerId}, ${sql.placeholder('providerId')})`,
    })
    .from(orders)
    .where(
      and(
        eq(orderPayments.id, sql.placeholder('id')),
        eq(orders.id, orderPayments.orderId),
        // If another transaction has locked the row, only the payment's own columns are read again.
        ne(orderPayments.status, 'cancelled'),
      ),
    )
    .returning({
      id: sql<string>`${orderPayments.providerId}`,
      surplus: sql<string[]>`(select coalesce(json_agg(${places.id}), '[]') from ${places})`,
      unpaidOrders: sql<number>`(${unpaidOrders})::integer`,
    })
    .prepare('save_provider_id')
})

/**
 * Saves the provider's id of a payment, unless it has one.
 *
 * @returns the saved id, the customer's older orders that await payment and hold a place too many, and how many orders the
 *   customer has not paid since a time; null if the payment was cancelled meanwhile, so that nobody can pay it
 */
export async function saveProviderId(
  db: Database,
  values: { id: string; providerId: string; since: Date },
) {
  const [saved] = await saveProviderIdQuery(db).execute(values)
  return saved ?? null
}

export type LockedPayment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

/**
 * Locks an online payment, by what its provider knows it by, and its order until the transaction ends. After a wait for the
 * lock the order's items and charges are those of before; those of an order that awaits payment do not change.
 */
export async function lockPayment(tx: Database, key: string) {
  const [locked] = await tx
    .select({ order: wholeOrder, payment: orderPayments })
    .from(orders)
    .innerJoin(orderPayments, eq(orderPayments.orderId, orders.id))
    .where(and(eq(orderPayments.key, key), isOnline))
    .for('update')
    .prepare('lock_payment')
    .execute()
  return locked ?? null
}

const settledEventQuery = hotQuery((db) => {
  const provider = sql.placeholder('provider')
  const isPayment = isProviderPayment(provider, sql.placeholder('paymentId'))
  const settled = db.$with('settled').as(
    db
      .select({ id: orderPayments.id, returned: orderPayments.returned })
      .from(orderPayments)
      .where(and(isPayment, eq(orderPayments.status, 'succeeded')))
      // The foreign key of the event would wait for it, with the event held up.
      .for('key share', { of: orderPayments }),
  )
  const stored = db.$with('stored').as(
    db
      .insert(paymentEvents)
      .select(
        db
          .select({
            id: sql`${sql.placeholder('id')}::uuid`.as('id'),
            paymentId: settled.id,
            provider: sql`${provider}::text`.as('provider'),
            providerEventId: sql`${sql.placeholder('eventId')}`.as('provider_event_id'),
            type: sql`'succeeded'`.as('type'),
            receivedAt: sql`${sql.placeholder('now')}::timestamptz`.as('received_at'),
          })
          .from(settled),
      )
      .onConflictDoNothing(),
  )
  return db
    .with(settled, stored)
    .select({
      returned: settled.returned,
      isFirst: sql<boolean>`not exists (
        select 1 from payment_events e
        where e.payment_id = settled.id and e.type = 'succeeded' and e.provider_event_id <> ${sql.placeholder('eventId')}
      )`,
    })
    .from(settled)
    .prepare('store_settled_event')
})

/**
 * Stores an event of a payment that has succeeded. `isFirst`: no other told of its success, so there is no more to it;
 * another may mean that money came twice.
 *
 * @returns null if the payment has not succeeded
 */
export async function storeSettledEvent(
  db: Database,
  event: { provider: string; paymentId: string; eventId: string; now: Date },
): Promise<(Pick<OrderPayment, 'returned'> & { isFirst: boolean }) | null> {
  const [settled] = await settledEventQuery(db).execute({ id: newId(), ...event })
  return settled ?? null
}

/** Ignores an event that is delivered again. */
export async function insertPaymentEvent(
  tx: Database,
  event: Omit<typeof paymentEvents.$inferInsert, 'id'>,
) {
  await tx
    .insert(paymentEvents)
    .values({ id: newId(), ...event })
    .onConflictDoNothing()
}
