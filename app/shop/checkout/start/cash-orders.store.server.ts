import {
  and,
  countDistinct,
  eq,
  isNotNull,
  isNull,
  ne,
  or,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { mailboxOf, mailboxOfColumn } from '#shop/mails/mails.tables.server.ts'
import { orderItems, orders } from '#shop/orders/orders.tables.server.ts'

// The number of an advisory lock: any number that nothing else uses.
const cashOrdersLock = 4_202_604

/**
 * Locks a customer who wants to pay in cash, and all cash checkouts: they are counted one after another, as those of made-up
 * customers may share a mobile, a mailbox or an address.
 */
export async function lockCashCustomer(tx: Database, userId: string) {
  const [customer] = await tx
    .select({
      mobile: users.mobileno,
      email: users.email,
      emailVerified: users.emailVerified,
      lock: sql`pg_advisory_xact_lock(${cashOrdersLock})`,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!customer) throw new Error('a session without an account')
  return customer
}

interface CashCustomer {
  userId: string
  mobile: string | null
  email: string
  /** Null for pickup. */
  address: string | null
}

/** An address without what people write in different ways: capitals, spaces and signs. */
const spelledAlike = (address: SQLWrapper) =>
  sql`regexp_replace(lower(${address}), '[[:space:][:punct:]]', '', 'g')`

/**
 * Counts the cash orders of ready-made cakes that have not arrived, including those rejected at the door: of a customer, of
 * others with the same mobile or mailbox, and to the same address.
 */
export async function countOpenCashOrders(
  tx: Database,
  { userId, mobile, email, address }: CashCustomer,
): Promise<number> {
  const [found] = await tx
    .select({ orders: countDistinct(orders.id) })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(
      and(
        or(
          eq(orders.userId, userId),
          mobile ? eq(orders.customerMobile, mobile) : undefined,
          eq(mailboxOfColumn(orders.customerEmail), mailboxOf(email)),
          address ? eq(spelledAlike(orders.address), spelledAlike(sql`${address}`)) : undefined,
        ),
        isNotNull(orders.placedAt),
        isNull(orders.arrivedAt),
        eq(orders.paymentMethod, 'cash'),
        eq(orderItems.customize, false),
        ne(orderItems.status, 'cancelled'),
      ),
    )
  return found?.orders ?? 0
}
