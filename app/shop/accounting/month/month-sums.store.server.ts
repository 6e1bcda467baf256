import { and, count, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '#platform/database/database.server.ts'
import { orderCharges, orderPayments } from '#shop/orders/money/ledger.tables.server.ts'
import { orders } from '#shop/orders/orders.tables.server.ts'
import type { Period } from './month.ts'
import type { ChargeSum, PaymentSum, RiderMoney } from './month-money.ts'

export const isWithin = (at: AnyPgColumn, { from, to }: Period) => and(gte(at, from), lt(at, to))

const paiseOf = (sum: SQL) => sql`coalesce(${sum}, 0)`.mapWith(Number)

/** What was charged for placed orders, and taken off, by line and by its own time. */
export async function chargesWithin(db: Database, period: Period): Promise<ChargeSum[]> {
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
export async function paymentsWithin(db: Database, period: Period): Promise<PaymentSum[]> {
  const { method, cause, status, paise, feePaise, createdAt } = orderPayments
  const isFailed = sql<boolean>`${status} = 'failed'`
  const isUntold = sql`${cause} in ('checkout', 'balance') and ${feePaise} is null`
  return db
    .select({
      method,
      cause,
      isFailed,
      count: count(),
      paise: paiseOf(sql`sum(${paise})`),
      feePaise: paiseOf(sql`sum(${feePaise})`),
      untold: sql`count(*) filter (where ${isUntold})`.mapWith(Number),
    })
    .from(orderPayments)
    .where(and(inArray(status, ['succeeded', 'requested', 'failed']), isWithin(createdAt, period)))
    .groupBy(method, cause, isFailed)
    .orderBy(method, cause, isFailed)
}

/** What was due at the doors for orders that were handed over within a period, and what was taken for them until now. */
export async function doorMoneyWithin(db: Database, { from, to }: Period): Promise<RiderMoney[]> {
  const { rows } = await db.execute(sql`
    with due as (
      select o.id, sum(c.paise) as paise
      from orders o join order_charges c on c.order_id = o.id left join order_items i on i.id = c.item_id
      where o.state = 'placed' and o.arrived_at >= ${from} and o.arrived_at < ${to}
        and (o.payment_method = 'cash' or i.customize)
      group by o.id
    ), door as (
      select due.id, due.paise as due, coalesce(sum(p.paise) filter (where p.method = 'cash'), 0) as cash,
        coalesce(sum(p.paise) filter (where p.method = 'upi'), 0) as upi
      from due left join order_payments p on p.order_id = due.id and p.method <> 'provider'
      group by due.id, due.paise
    )
    select max(r.rider_name) as rider, count(*)::float8 as orders, sum(due)::float8 as "duePaise",
      sum(cash)::float8 as "cashPaise", sum(upi)::float8 as "upiPaise",
      (count(*) filter (where due > cash + upi))::float8 as "openOrders",
      sum(greatest(due - cash - upi, 0))::float8 as "openPaise"
    from door left join rider_stops s on s.order_id = door.id left join rider_runs r on r.id = s.run_id
    where due <> 0 or cash <> 0 or upi <> 0
    group by r.rider_mobile order by rider nulls last`)
  return rows as unknown as RiderMoney[]
}
