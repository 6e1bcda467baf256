import { and, countDistinct, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orderCharges } from '#shop/orders/money/ledger.tables.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'
import type { Period } from '../month/month.ts'
import { isWithin } from '../month/month-sums.store.server.ts'
import { isoWeekday, type SalesGroup, type SalesRow } from './sales.ts'

const local = (at: SQL | typeof orders.placedAt, format: string) =>
  sql<string>`to_char(${at} at time zone 'Asia/Kolkata', ${sql.raw(`'${format}'`)})`
const clock = 'HH24:MI'
const shipping = sql`case when ${orderCharges.line} = 'delivery' then 'Delivery' else 'Slot surcharge' end`

const names: Record<SalesGroup, SQL<string>> = {
  cake: sql`coalesce(${orderItems.name}, ${shipping})`,
  category: sql`coalesce(${orderItems.category}, ${shipping})`,
  slot: sql`coalesce(${local(sql`${orders.slotStartsAt}`, clock)} || ' to ' || ${local(sql`${orders.slotEndsAt}`, clock)}, 'Without a slot')`,
  zone: sql`coalesce(${orders.zone}, case when ${orders.isPickup} then 'Pickup' else 'Without a zone' end)`,
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
