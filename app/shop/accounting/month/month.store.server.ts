import {
  and,
  asc,
  between,
  count,
  countDistinct,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { type Database, inBatches } from '#platform/database/database.server.ts'
import { auditLog } from '#shop/audit-log/audit-log.tables.server.ts'
import { doorStanding } from '#shop/orders/money/door-money.ts'
import { orderCharges, orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { counts, paymentStatuses, takenByMethod } from '#shop/orders/money/ledger.ts'
import { orderPapers } from '#shop/orders/money/papers.tables.server.ts'
import { isPlaced } from '#shop/orders/order-filters.store.server.ts'
import { orderPages } from '#shop/orders/orders.store.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import type { OrderPaper } from '#shop/papers/papers.store.server.ts'
import { runsWith } from '#shop/riders/riders.store.server.ts'
import type { GstStatus } from '#shop/values/gst/taxpayer.ts'
import type { Paise } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { isoWeekday, type Period, type SalesGroup, type SalesRow } from './month.ts'

const isWithin = (at: AnyPgColumn, { from, to }: Period) => and(gte(at, from), lt(at, to))

const paiseOf = (sum: SQL) => sql`coalesce(${sum}, 0)`.mapWith(Number)

/** What was charged for placed orders, and taken off, by line and by its own time. */
export async function chargesWithin(db: Database, period: Period) {
  const { line, paise, createdAt, orderId } = orderCharges
  return db
    .select({
      line,
      chargedPaise: paiseOf(sql`sum(${paise}) filter (where ${paise} > 0)`),
      takenOffPaise: paiseOf(sql`sum(${paise}) filter (where ${paise} < 0)`),
    })
    .from(orderCharges)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(and(eq(orders.state, 'placed'), isWithin(createdAt, period)))
    .groupBy(line)
    .orderBy(sql`min(${orderCharges.serial})`)
}

/** Payments and refunds that count, by the time when they were begun. */
export async function paymentsWithin(db: Database, period: Period) {
  const { method, cause, status, paise, feePaise, createdAt } = orderPayments
  const isFailed = sql<boolean>`${status} = 'failed'`
  const counted = paymentStatuses.filter((one) => counts({ status: one }))
  const isUntold = sql`${cause} = 'online' and ${feePaise} is null`
  return db
    .select({
      method,
      cause,
      /** A refund that did not reach the customer. */
      isFailed,
      count: count(),
      paise: paiseOf(sql`sum(${paise})`),
      /** What the provider kept of them, as far as it has told. */
      feePaise: paiseOf(sql`sum(${feePaise})`),
      /** Payments online whose fee it has not told. */
      untold: sql`count(*) filter (where ${isUntold})`.mapWith(Number),
    })
    .from(orderPayments)
    .where(and(inArray(status, counted), isWithin(createdAt, period)))
    .groupBy(method, cause, isFailed)
    .orderBy(method, cause, isFailed)
}

/** What was asked for at the doors, and taken there. */
export interface RiderMoney {
  /** Null for what was handed over without a run, or with one that is no longer kept. */
  rider: string | null
  orders: number
  askedPaise: Paise
  cashTakenPaise: Paise
  upiTakenPaise: Paise
  /** Still due. */
  dueOrders: number
  duePaise: Paise
}

/** What was asked for at the doors, and taken there, for orders that were handed over within a period; by rider. */
export async function doorMoneyWithin(db: Database, period: Period): Promise<RiderMoney[]> {
  const riders = new Map<string | undefined, RiderMoney>()
  const none = { askedPaise: 0, cashTakenPaise: 0, upiTakenPaise: 0, duePaise: 0 }
  // Most orders were paid online, and ask for nothing at a door.
  const atDoor = db
    .select({ orderId: orderPayments.orderId })
    .from(orderPayments)
    .where(and(eq(orderPayments.orderId, orders.id), eq(orderPayments.cause, 'door')))
  const isAsked = or(gt(orders.chargedPaise, orders.paidPaise), exists(atDoor))
  const arrived = and(isPlaced, isWithin(orders.arrivedAt, period), isAsked)
  for await (const page of orderPages(db, arrived)) {
    const ids = page.map(({ id }) => id)
    const runOf = new Map((await runsWith(db, ids)).map(({ orderId, run }) => [orderId, run]))
    for (const order of page) {
      const { askedPaise, duePaise, payments } = doorStanding(order)
      if (askedPaise === 0) continue
      const { riderName: rider = null, riderMobile } = runOf.get(order.id) ?? {}
      const sums = riders.get(riderMobile) ?? { rider, orders: 0, dueOrders: 0, ...none }
      riders.set(riderMobile, sums)
      const taken = takenByMethod({ payments: payments.filter(({ cause }) => cause === 'door') })
      sums.orders += 1
      sums.askedPaise += askedPaise
      sums.cashTakenPaise += taken.cashTakenPaise
      sums.upiTakenPaise += taken.upiTakenPaise
      sums.dueOrders += duePaise > 0 ? 1 : 0
      sums.duePaise += Math.max(0, duePaise)
    }
  }
  const place = ({ rider }: RiderMoney) => (rider === null ? '2' : `1 ${rider}`)
  return [...riders.values()].sort((one, other) => (place(one) < place(other) ? -1 : 1))
}

/** Papers of test payments are no papers of a shop that is paid. */
type Shop = Pick<ShopDetails, 'takesTestPayments'>

/** The papers of a period that count. */
function papersWithin(period: Period, { takesTestPayments }: Shop): SQL | undefined {
  const isReal = takesTestPayments ? undefined : sql`${orderPapers.serial} not like 'TEST/%'`
  return and(isWithin(orderPapers.issuedAt, period), isReal)
}

export const papersPerPage = 50

/** A page of papers with the amounts of their orders, newest first, and one more if there are others. */
export async function listPapers(
  db: Database,
  { period, shop, page }: { period: Period; shop: Shop; page: number },
) {
  const { id, kind, serial, issuedAt, taxPaise, totalPaise } = orderPapers
  return db
    .select({
      ...{ id, kind, serial, issuedAt, taxPaise, totalPaise },
      order: orders.number,
      chargedPaise: orders.chargedPaise,
      paidPaise: orders.paidPaise,
    })
    .from(orderPapers)
    .innerJoin(orders, eq(orders.id, orderPapers.orderId))
    .where(papersWithin(period, shop))
    .orderBy(desc(issuedAt), desc(id))
    .offset((page - 1) * papersPerPage)
    .limit(papersPerPage + 1)
}

/** Papers by how the shop was registered when they were issued. */
interface PaperSums {
  gst: GstStatus
  papers: number
  /** Invoices less credit notes. */
  papersPaise: Paise
  /** The charges that they print, in the ledger. */
  ledgerPaise: Paise
}

export async function paperSums(db: Database, period: Period, shop: Shop): Promise<PaperSums[]> {
  const { rows } = await db.execute(sql`
    select gst, count(*)::float8 as papers, sum(paise)::float8 as "papersPaise", sum(charged)::float8 as "ledgerPaise"
    from (
      select coalesce(content #>> '{seller,gst}', 'regular') as gst,
        case kind when 'invoice' then total_paise else -total_paise end as paise,
        (select sum(c.paise) from order_charges c where c.paper_id = order_papers.id) as charged
      from order_papers where ${papersWithin(period, shop)}
    ) p group by gst`)
  return rows as unknown as PaperSums[]
}

const papersPerBatch = 100

/** All papers of a period, in the order of issue. */
export function papersInBatches(db: Database, period: Period, shop: Shop) {
  const { id, issuedAt } = orderPapers
  return inBatches<OrderPaper>(papersPerBatch, (last) => {
    const isNext =
      last && or(gt(issuedAt, last.issuedAt), and(eq(issuedAt, last.issuedAt), gt(id, last.id)))
    return db
      .select()
      .from(orderPapers)
      .where(and(papersWithin(period, shop), isNext))
      .orderBy(asc(issuedAt), asc(id))
      .limit(papersPerBatch)
  })
}

export async function countPapers(db: Database, period: Period, shop: Shop): Promise<number> {
  const [found] = await db
    .select({ papers: count() })
    .from(orderPapers)
    .where(papersWithin(period, shop))
  return found?.papers ?? 0
}

/** What the papers of a period say of tax, in the order of issue; credit notes with what they correct. */
export async function taxPapers(db: Database, period: Period, shop: Shop) {
  const { kind, serial, issuedAt, totalPaise, content, invoiceId } = orderPapers
  const invoices = alias(orderPapers, 'invoices')
  return db
    .select({
      ...{ kind, serial, issuedAt, totalPaise, content },
      invoice: { issuedAt: invoices.issuedAt, totalPaise: invoices.totalPaise },
    })
    .from(orderPapers)
    .leftJoin(invoices, eq(invoices.id, invoiceId))
    .where(papersWithin(period, shop))
    .orderBy(asc(issuedAt), asc(serial))
}

const local = (at: SQL | typeof orders.placedAt, format: string) =>
  sql<string>`to_char(${at} at time zone 'Asia/Kolkata', ${sql.raw(`'${format}'`)})`
const clock = 'HH24:MI'
const shipping = sql`case when ${orderCharges.line} = 'delivery' then 'Delivery' else 'Slot surcharge' end`

/** As it is called today; one of several of a name is told by its pincodes. */
const zoneName = sql`(
  select z.name || case when count(other.id) = 0 then '' else ' (' || (
    select string_agg(pincode, ', ' order by position) from delivery_pincodes where zone_id = z.id) || ')' end
  from delivery_zones z left join delivery_zones other on other.name = z.name and other.id <> z.id
  where z.id = ${orders.zoneId} group by z.id)`

const names: Record<SalesGroup, SQL<string>> = {
  cake: sql`coalesce(${orderItems.name}, ${shipping})`,
  category: sql`coalesce(${orderItems.category}, ${shipping})`,
  slot: sql`coalesce(${local(sql`${orders.slotStartsAt}`, clock)} || ' to ' || ${local(sql`${orders.slotEndsAt}`, clock)}, 'Without a slot')`,
  zone: sql`coalesce(${zoneName}, ${orders.zone}, case when ${orders.isPickup} then 'Pickup' else 'Without a zone' end)`,
  hour: local(orders.placedAt, 'HH24:00'),
  weekday: local(orders.placedAt, 'ID'),
}

/** What was charged within a period, less what was taken off, by a group; only of placed orders. */
export async function salesWithin(
  db: Database,
  period: Period,
  by: SalesGroup,
): Promise<SalesRow[]> {
  const name = names[by]
  const paise = sql`sum(${orderCharges.paise})`.mapWith(Number)
  const isTime = by === 'slot' || by === 'hour' || by === 'weekday'
  const rows = await db
    .select({ name, orders: countDistinct(orders.id), paise })
    .from(orderCharges)
    .innerJoin(orders, eq(orders.id, orderCharges.orderId))
    .leftJoin(orderItems, eq(orderItems.id, orderCharges.itemId))
    .where(and(eq(orders.state, 'placed'), isWithin(orderCharges.createdAt, period)))
    .groupBy(sql`1`)
    .orderBy(isTime ? sql`1` : sql`3 desc, 1`)
  return by === 'weekday' ? rows.map((row) => ({ ...row, name: isoWeekday(row.name) })) : rows
}

/** Cash that riders and the counter have taken, less what they gave back, by days in Kolkata. */
export async function cashByDay(db: Database, period: Period): Promise<Map<string, Paise>> {
  const { method, paise, createdAt } = orderPayments
  const day = sql<string>`to_char(${createdAt} at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`
  const rows = await db
    .select({ day, paise: sql`sum(${paise})`.mapWith(Number) })
    .from(orderPayments)
    .where(and(eq(method, 'cash'), isWithin(createdAt, period)))
    .groupBy(day)
  return new Map(rows.map((row) => [row.day, row.paise]))
}

/** What was counted at the end of a day, as the audit log has it. */
export interface DayClose {
  /** At the time of the count. */
  expectedPaise: Paise
  countedPaise: Paise
  /** Why it differs; '' if it does not. */
  note: string
}

/** The newest count of each day from one to another, by day. */
export async function closesOfDays(
  db: Database,
  { first, last }: { first: string; last: string },
): Promise<Map<string, DayClose>> {
  const { action, subject, subjectId, id, after } = auditLog
  const rows = await db
    .selectDistinctOn([subjectId], { day: subjectId, close: after })
    .from(auditLog)
    .where(and(eq(subject, 'money'), eq(action, 'close-day'), between(subjectId, first, last)))
    .orderBy(subjectId, desc(id))
  return new Map(rows.map(({ day, close }) => [day, close as DayClose]))
}
