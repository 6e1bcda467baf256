import {
  and,
  count,
  countDistinct,
  desc,
  eq,
  exists,
  inArray,
  isNull,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { mailboxOf, mailboxOfColumn } from '#shop/mails/mails.tables.server.ts'
import { statusesToMake } from '../item-status.ts'
import { isPlaced } from '../order-filters.store.server.ts'
import { orderItems, orders } from '../orders.tables.server.ts'
import { coupons } from './coupons.tables.server.ts'

export type CouponRow = typeof coupons.$inferSelect

/** Locked until the transaction ends, its uses are counted one after another. */
export async function findCoupon(
  db: Database,
  code: string,
  { isLocked = false } = {},
): Promise<CouponRow | null> {
  const query = db.select().from(coupons).where(eq(coupons.code, code))
  const [found] = await (isLocked ? query.for('no key update') : query)
  return found ?? null
}

/** Who orders, as they say themselves: a guest proves nothing. */
interface Buyer {
  id: string
  email: string
  /** '' if unknown. */
  mobileno: string
}

/** An account, and others with its mobile number or mailbox. */
const isOf = ({ id, email, mobileno }: Buyer): SQL =>
  sql`(${or(
    eq(orders.userId, id),
    mobileno ? eq(orders.customerMobile, mobileno) : undefined,
    email ? eq(mailboxOfColumn(orders.customerEmail), mailboxOf(email)) : undefined,
  )})`

const isOfOrder = and(eq(orderItems.orderId, orders.id), inArray(orderItems.status, statusesToMake))

/** Neither expired nor cancelled: then its coupon can be used again. */
const isKept = (db: Database) =>
  and(ne(orders.state, 'expired'), exists(db.select().from(orderItems).where(isOfOrder)))

export interface CouponUses {
  all: number
  /** Of this customer. */
  own: number
  /** Whether this customer has any order; false where that does not matter. */
  hasOrdered: boolean
}

/**
 * @param buyer null if nobody is logged in
 * @param isAsked before the checkout, which ends the buyer's other unpaid orders: they do not count
 */
export async function usesOf(
  db: Database,
  { code, isForFirstOrder }: CouponRow,
  { buyer, isAsked }: { buyer: Buyer | null; isAsked: boolean },
): Promise<CouponUses> {
  const isOtherTry = buyer && and(eq(orders.userId, buyer.id), isNull(orders.placedAt))
  const own = buyer ? sql`count(*) filter (where ${isOf(buyer)})` : sql`0`
  const [uses = { all: 0, own: 0 }] = await db
    .select({ all: count(), own: own.mapWith(Number) })
    .from(orders)
    .where(
      and(eq(orders.coupon, code), isKept(db), isAsked && isOtherTry ? not(isOtherTry) : undefined),
    )
  if (!buyer || !isForFirstOrder) return { ...uses, hasOrdered: false }
  const isTheirs = and(isPlaced, isOf(buyer), isKept(db))
  const ordered = await db.select({ id: orders.id }).from(orders).where(isTheirs).limit(1)
  return { ...uses, hasOrdered: ordered.length > 0 }
}

/** The unpaid orders of a customer that hold a coupon, or one of these cakes, but for one checkout. */
export async function unpaidTries(
  db: Database,
  tries: { userId: string; coupon?: string; cakeIds: readonly string[]; but: string },
): Promise<string[]> {
  const { userId, coupon, cakeIds, but } = tries
  const isUnpaid = and(eq(orders.state, 'awaiting_payment'), ne(orders.checkoutKey, but))
  const hasCoupon = coupon ? eq(orders.coupon, coupon) : undefined
  const isCake = and(eq(orderItems.orderId, orders.id), inArray(orderItems.cakeId, [...cakeIds]))
  const cakes = db.select().from(orderItems).where(isCake)
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.userId, userId), isUnpaid, or(hasCoupon, exists(cakes))))
  return found.map(({ id }) => id)
}

/** @returns false if there is one with this code */
export async function insertCoupon(tx: Database, coupon: CouponRow): Promise<boolean> {
  const added = await tx.insert(coupons).values(coupon).onConflictDoNothing().returning()
  return added.length > 0
}

/** @returns false if it has ended already */
export async function endCoupon(tx: Database, code: string, endedAt: Date): Promise<boolean> {
  const isOpen = and(eq(coupons.code, code), isNull(coupons.endedAt))
  const ended = await tx.update(coupons).set({ endedAt }).where(isOpen).returning()
  return ended.length > 0
}

/** What each has brought by placed orders: what it took off, and what their cakes cost without that; the newest first. */
export async function couponsWithSales(db: Database) {
  const { couponPaise, unitPaise, amount } = orderItems
  const sumOf = (paise: SQL) => sql`coalesce(sum(${paise}), 0)`.mapWith(Number)
  return db
    .select({
      coupon: coupons,
      orders: countDistinct(orderItems.orderId),
      offPaise: sumOf(sql`${couponPaise}`),
      salesPaise: sumOf(sql`${unitPaise} * ${amount} - ${couponPaise}`),
    })
    .from(coupons)
    .leftJoin(orders, and(eq(orders.coupon, coupons.code), isPlaced))
    .leftJoin(orderItems, isOfOrder)
    .groupBy(coupons.code)
    .orderBy(desc(coupons.createdAt), coupons.code)
}
