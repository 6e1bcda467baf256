import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  not,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { contains, type Database } from '#platform/database/database.server.ts'
import { annotateCall } from '#platform/log.server.ts'
import { cancelledStatuses, type ItemStatus, unpreparedStatuses } from '#shop/orders/item-status.ts'
import { disputes, orderPayments, paymentEvents } from '#shop/orders/money/ledger.tables.server.ts'
import { ownUpi, unpaidOrderLifetimeMs } from '#shop/orders/money/ledger.ts'
import type { Order } from '#shop/orders/order.ts'
import {
  hasItem,
  hasItemToMake,
  isDueAfter,
  isMadeOn,
  isPlaced,
  isStillMade,
  isToAnswer,
  toBeDelivered,
} from '#shop/orders/order-filters.store.server.ts'
import { wholeOrder } from '#shop/orders/orders.store.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import { waitingReviews } from '#shop/orders/reviews/reviews.store.server.ts'
import { openMessages } from '#shop/storefront/storefront.store.server.ts'
import { beginOfDay, boundsOfDay } from '#shop/values/kolkata-time.ts'
import {
  allOrders,
  type CountedToDo,
  isByDue,
  isFromToday,
  type OrderPayment,
  type OrderSearch,
  type ToDo,
  type ToDoCount,
  wordsOf,
} from './order-search.ts'

/** `now` decides which orders are late. */
export interface ReadAt {
  db: Database
  now: Date
}

/** What a list of staff shows: the search of its address, or what a page asks for; left out is any. */
export interface OrderFilter extends Partial<OrderSearch> {
  /** Orders with an item of these statuses that is still made. */
  has?: readonly ItemStatus[]
  /** Orders to be handed over from `from` on and before `to`. */
  due?: { from: Date; to: Date }
  /** Orders handed over or made on a day 'YYYY-MM-DD'. */
  workOf?: string
  /** Orders made on a day 'YYYY-MM-DD'. */
  bakedOn?: string
}

/** By when they are due or newest first, as {@link isByDue} says; at most `limit`. */
export async function listOrders(
  { db, now }: ReadAt,
  filter: OrderFilter,
  limit: number,
): Promise<Order[]> {
  const search = { ...allOrders, ...filter }
  return db
    .select(wholeOrder)
    .from(orders)
    .where(and(...matchesFilter({ db, now }, filter)))
    .orderBy(
      ...(isByDue(search) ? [asc(orders.deliveryAt), asc(orders.number)] : [desc(orders.number)]),
    )
    .limit(limit)
}

/** `next` is the number after which the next page starts; null on the last page. */
export async function ordersPage(
  read: ReadAt,
  filter: OrderFilter,
  size: number,
): Promise<{ orders: Order[]; next: number | null }> {
  const found = await listOrders(read, filter, size + 1)
  const page = found.slice(0, size)
  return { orders: page, next: found.length > size ? (page.at(-1)?.number ?? null) : null }
}

/** In any state. */
export async function findOrderByNumber(db: Database, number: number): Promise<Order | null> {
  const [order] = await db.select(wholeOrder).from(orders).where(eq(orders.number, number))
  if (order) annotateCall({ order: number })
  return order ?? null
}

function matchesFilter({ db, now }: ReadAt, { has, due, workOf, bakedOn, ...filter }: OrderFilter) {
  const search = { ...allOrders, ...filter }
  const { q, todo, state, fulfilment, day, payment, before } = search
  const isByDay = (due ?? workOf ?? bakedOn) !== undefined
  return [
    isByDue(search) ? isDue(db, before) : isBelow(before),
    isFromToday(search) && !isByDay ? gte(orders.deliveryAt, beginOfDay(now, 0)) : undefined,
    has && hasItemToMake(db, has),
    due && toBeDelivered(due),
    workOf === undefined ? undefined : isMadeOn(db, workOf, { orHandedOver: true }),
    bakedOn === undefined ? undefined : isMadeOn(db, bakedOn),
    matchesText(q),
    todo === 'answer' ? isToAnswer(db, isByDue(search) ? null : before) : undefined,
    todo === null || todo === 'answer' ? undefined : hasToDo({ db, now }, todo),
    state === null ? undefined : hasItem(db, state, before),
    fulfilment === null ? undefined : eq(orders.fulfilment, fulfilment),
    todo === 'unpaid' || todo === 'upi' ? undefined : isPlaced,
    day === null ? undefined : toBeDelivered(boundsOfDay(day)),
    payment === null ? undefined : isPaid[payment],
  ]
}

function isBelow(number: number | null): SQL | undefined {
  return number === null ? undefined : lt(orders.number, number)
}

function isDue(db: Database, after: number | null): SQL | undefined {
  return after === null ? eq(orders.state, 'placed') : isDueAfter(db, after)
}

type ItemToDo = Exclude<
  ToDo,
  'answer' | 'complaint' | 'review' | 'dispute' | 'upi' | 'unpaid' | OrderToDo
>
type OrderToDo = 'ready' | 'failed'

/** Items that wait for the baker, by the task. A late item does not count for today. */
function itemsToDo(now: Date): Record<ItemToDo, SQL | undefined> {
  const { status, customize } = orderItems
  const tomorrow = beginOfDay(now, 1)
  return {
    today: toBeDelivered({ from: now, to: tomorrow }),
    tomorrow: toBeDelivered({ from: tomorrow, to: beginOfDay(now, 2) }),
    quote: and(customize, eq(status, 'processing')),
    prepare: eq(status, 'accepted'),
    bake: or(eq(status, 'accepted'), not(customize)),
    late: lt(orders.deliveryAt, now),
  }
}

const waitsForBaker = and(inArray(orderItems.status, unpreparedStatuses), isPlaced, isStillMade)

/** Orders with a dispute that needs the shop's answer. */
function openDisputes(db: Database) {
  return db
    .select({ orderId: orderPayments.orderId })
    .from(disputes)
    .innerJoin(orderPayments, eq(orderPayments.id, disputes.paymentId))
    .where(eq(disputes.status, 'open'))
}

/** Orders with a payment to the shop's own UPI id that was begun and is to be looked for, or a refund to be sent. */
function upiByHand(db: Database) {
  const { orderId, provider, providerId, status } = orderPayments
  const isBegun = and(eq(status, 'started'), isNotNull(providerId))
  return db
    .select({ orderId })
    .from(orderPayments)
    .where(and(eq(provider, ownUpi), or(isBegun, eq(status, 'requested'))))
}

/** Orders that staff took, or with a dearer change, that can still be paid by their link. */
function isUnpaid({ db, now }: ReadAt) {
  const { orderId, status, createdAt, until, buys } = orderPayments
  const since = new Date(now.getTime() - unpaidOrderLifetimeMs)
  const isOpen = and(
    eq(status, 'started'),
    or(gt(until, now), and(isNull(until), gt(createdAt, since))),
    sql`${buys} ->> 'kind' <> 'quote'`,
  )
  const open = db.select({ orderId }).from(orderPayments).where(isOpen)
  return and(inArray(orders.id, open), or(isPlaced, isNotNull(orders.takenBy)))
}

/** Orders that wait as a whole. */
function ordersToDo(db: Database): Record<OrderToDo, SQL | undefined> {
  const items = db
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orders.id), notInArray(orderItems.status, cancelledStatuses)))
  const isOpen = and(isPlaced, eq(orders.isPickup, false), exists(items))
  return {
    ready: and(eq(orders.fulfilment, 'ready'), isOpen),
    failed: and(eq(orders.fulfilment, 'failed'), isOpen),
  }
}

function hasToDo({ db, now }: ReadAt, todo: Exclude<ToDo, 'answer'>): SQL | undefined {
  if (todo === 'complaint') return inArray(orders.id, openMessages(db))
  if (todo === 'review') return inArray(orders.id, waitingReviews(db))
  if (todo === 'dispute') return inArray(orders.id, openDisputes(db))
  if (todo === 'upi') return inArray(orders.id, upiByHand(db))
  if (todo === 'unpaid') return isUnpaid({ db, now })
  if (todo === 'ready' || todo === 'failed') return ordersToDo(db)[todo]
  const isToDo = itemsToDo(now)[todo]
  const numbers = db
    .select({ number: orderItems.orderNumber })
    .from(orderItems)
    .innerJoin(orders, eq(orders.number, orderItems.orderNumber))
    .where(and(waitsForBaker, isToDo))
  return inArray(orders.number, numbers)
}

/** Counted by the same conditions as the list uses; and messages that wait since before `overdueSince`. */
export async function countToDo(
  { db, now }: ReadAt,
  overdueSince = now,
): Promise<Record<CountedToDo | 'overdue', ToDoCount>> {
  const isToDo = itemsToDo(now)
  const counts = (todo: ItemToDo) => ({
    items: sql`count(*) filter (where ${isToDo[todo]})`.mapWith(Number),
    orders: sql`count(distinct ${orders.number}) filter (where ${isToDo[todo]})`.mapWith(Number),
  })
  const isOrderToDo = ordersToDo(db)
  const countOrders = (todo: OrderToDo) => {
    const found = db.select({ count: count() }).from(orders).where(isOrderToDo[todo])
    return { items: sql`(${found})`.mapWith(Number), orders: sql`(${found})`.mapWith(Number) }
  }
  const [found] = await db
    .select({
      today: counts('today'),
      tomorrow: counts('tomorrow'),
      quote: counts('quote'),
      prepare: counts('prepare'),
      ready: countOrders('ready'),
      failed: countOrders('failed'),
      late: counts('late'),
      complaint: countRows(openMessages(db)),
      overdue: countRows(openMessages(db, overdueSince)),
      review: countRows(waitingReviews(db)),
      dispute: countRows(openDisputes(db)),
      upi: countRows(upiByHand(db)),
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.number, orderItems.orderNumber))
    .where(waitsForBaker)
  if (!found) throw new Error('a count without a row')
  return found
}

/** Counts rows that each have an order, and their orders. */
function countRows(rows: SQLWrapper): Record<keyof ToDoCount, SQL<number>> {
  return {
    items: sql`(select count(*) from ${rows} r)`.mapWith(Number),
    orders: sql`(select count(distinct r.order_id) from ${rows} r)`.mapWith(Number),
  }
}

function matchesText(q: string): SQL | undefined {
  const words = wordsOf(q)
  if (!words) return undefined
  const { number, text } = words
  return or(
    number === null ? undefined : eq(orders.number, number),
    text === null ? undefined : contains(searchedOrder, text),
  )
}

/** Must equal the expression of the index orders_search. */
export const searchedOrder = sql`lower(${orders.customerName} || ' ' || ${orders.customerEmail} || ' ' || ${orders.customerMobile})`

// A subquery with a limit is asked for each order, in the index of its payments.
const hasPayment = (such: SQL) =>
  sql`((select true from ${orderPayments} where ${orderPayments.orderId} = ${orders.id} and ${such} limit 1) is not null)`

const isPaid: Record<OrderPayment, SQL> = {
  card: hasPayment(
    sql`${orderPayments.cause} = 'online' and ${orderPayments.status} = 'succeeded'`,
  ),
  // To be paid at the hand-over, and not online meanwhile; what a bank took back is not due.
  cash: sql`${orders.paymentMethod} = 'cash' and (${hasPayment(sql`${orderPayments.method} <> 'provider'`)}
    or ${orders.chargedPaise} > ${orders.paidPaise} and not ${hasPayment(sql`${orderPayments.cause} = 'dispute'`)})`,
  refunded: sql`${orders.id} in (select ${orderPayments.orderId} from ${orderPayments} where ${orderPayments.cause} in ('refund', 'dispute'))`,
}

export async function countItems({ db, now }: ReadAt, filter: OrderFilter): Promise<number> {
  const [counted] = await db
    .select({ items: count() })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(and(...matchesFilter({ db, now }, filter)))
  return counted?.items ?? 0
}

const ended = ['declined', 'expired'] as const

/**
 * Customised cakes that wait for the customer: with an open quote, or, for future deliveries, with one that was
 * declined or expired.
 */
export async function countCustomCakes(db: Database, now: Date) {
  const hasEnded = and(
    inArray(orderItems.status, ended),
    gte(orderItems.orderNumber, await firstToDeliver(db, now)),
    gte(orders.deliveryAt, now),
  )
  const found = await db
    .select({ status: orderItems.status, count: count() })
    .from(orderItems)
    .innerJoin(orders, eq(orders.number, orderItems.orderNumber))
    .where(and(isPlaced, or(eq(orderItems.status, 'quoted'), hasEnded)))
    .groupBy(orderItems.status)
  return (['quoted', ...ended] as const).flatMap((status) =>
    found.filter((one) => one.status === status),
  )
}

/** The lowest number of an order still to be delivered. Read in advance, so that the planner knows it. */
async function firstToDeliver(db: Database, now: Date): Promise<number> {
  const [first] = await db
    // `+ 0` keeps the planner from walking up the index of numbers.
    .select({ number: sql`coalesce(min(${orders.number} + 0), 0)`.mapWith(Number) })
    .from(orders)
    .where(and(eq(orders.state, 'placed'), gte(orders.deliveryAt, now)))
  return first?.number ?? 0
}

/** Webhook events of an order's payment, oldest first. */
export async function findPaymentEvents(db: Database, orderId: string) {
  return db
    .select({ type: paymentEvents.type, receivedAt: paymentEvents.receivedAt })
    .from(paymentEvents)
    .innerJoin(orderPayments, eq(orderPayments.id, paymentEvents.paymentId))
    .where(eq(orderPayments.orderId, orderId))
    .orderBy(asc(paymentEvents.receivedAt))
    .limit(200)
}
