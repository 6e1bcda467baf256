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
import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { contactEmail } from '#shop/accounts/accounts.store.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { deliveryReservations } from '#shop/delivery/delivery.tables.server.ts'
import { findOrderZone } from '#shop/delivery/delivery-plan.ts'
import { findWantedSlot } from '#shop/delivery/options/choose-delivery.server.ts'
import { mailboxOf, mailboxOfColumn } from '#shop/mails/mails.tables.server.ts'
import { placeOf, splitAddress } from '#shop/values/india-address.ts'
import type { Order } from '../order.ts'
import { isCashOrder } from '../order-rules.ts'
import { orderItems, orders } from '../orders.tables.server.ts'
import {
  type CashOrder,
  cashError,
  cashPlanOf,
  paidAheadError,
  trustedPayer,
} from './cash-on-delivery.ts'

/**
 * Why nothing of an order may be due at its hand-over, by {@link paidAheadError}; null if it may. Staff know the customers
 * whose orders they take.
 */
export async function whyPaidAhead(
  shop: AppContext,
  db: Database,
  order: Order,
): Promise<string | null> {
  const plan = shop.deliveryPlan.current()
  const [found] = await db
    .select({
      id: users.id,
      email: contactEmail,
      emailVerified: users.emailVerified,
      guestEmail: users.guestEmail,
      slotId: deliveryReservations.slotId,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .leftJoin(deliveryReservations, eq(deliveryReservations.id, orders.reservationId))
    .where(eq(orders.id, order.id))
  if (!found) throw new Error(`no order ${order.id}`)
  const { guestEmail, slotId, ...customer } = found
  const isTrusted = order.takenBy !== null
  const payer = isTrusted
    ? trustedPayer
    : {
        isGuest: guestEmail !== null,
        emailVerified: customer.emailVerified,
        isKnown: await isKnownEnough(shop, db, customer),
      }
  return paidAheadError({
    ...payer,
    isForSomebodyElse: order.recipientName !== null,
    pincode: order.isPickup ? null : placeOf(order.address).pincode,
    // Customised cakes are paid in cash in every zone.
    takesCash: isTrusted || !isCashOrder(order) || findOrderZone(plan, order)?.takesCash !== false,
    isAtMidnight: plan.slots.find(({ id }) => id === slotId)?.kind === 'midnight',
  })
}

/**
 * Whether the shop takes cash of anybody, or an order of this account has arrived, or one with its email, if its owner has
 * confirmed it.
 */
export async function isKnownEnough(
  { shop }: AppContext,
  db: Database,
  { id, email, emailVerified }: { id: string; email: string; emailVerified: boolean },
): Promise<boolean> {
  if (!shop.cashNeedsKnown) return true
  const isTheirs = or(
    eq(orders.userId, id),
    emailVerified ? eq(orders.customerEmail, email) : undefined,
  )
  const [arrived] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(isTheirs, isNotNull(orders.arrivedAt)))
    .limit(1)
  return arrived !== undefined
}

/** Of a customer, with a mobile, of a mailbox, or to an address: each is baked before it is paid. */
const maxOpenCashOrders = 3

/**
 * @throws AppError conflict if the order cannot be paid in cash, or its customer has too many open cash orders; invalid
 *   for a time without a slot
 */
export async function requireCash(
  shop: AppContext,
  tx: Database,
  {
    caller,
    input,
    deliveryAt,
    price,
  }: {
    caller: Caller
    input: { pickup: boolean; address?: string; slot?: string; recipient: object | null }
    deliveryAt: Date
    price: CashOrder['price']
  },
) {
  const delivery = shop.deliveryPlan.current()
  const plan = cashPlanOf(delivery)
  if (!plan) throw fieldError('conflict', 'cash', 'This order is paid online.')
  const { mobile, email, emailVerified } = await lockCashCustomer(tx, caller.id)
  const wanted = {
    time: deliveryAt,
    slotId: input.slot,
    isPickup: input.pickup,
    now: shop.clock.now(),
  }
  const error = cashError(plan, {
    price,
    pincode: input.pickup ? null : (splitAddress(input.address ?? '')?.pincode ?? ''),
    slotId: findWantedSlot(delivery, wanted).slot.id,
    isForSomebodyElse: input.recipient !== null,
    isGuest: caller.isGuest === true,
    emailVerified,
    isKnown: await isKnownEnough(shop, tx, { id: caller.id, email, emailVerified }),
  })
  if (error) throw fieldError('conflict', 'cash', error)
  const address = input.pickup ? null : (input.address ?? null)
  const open = await countOpenCashOrders(tx, { userId: caller.id, mobile, email, address })
  if (open < maxOpenCashOrders) return
  const sentence = `You have ${maxOpenCashOrders} orders in cash that have not arrived yet. Please pay this one online.`
  throw fieldError('conflict', 'cash', sentence)
}

// The number of an advisory lock: any number that nothing else uses.
const cashOrdersLock = 4_202_604

/**
 * Locks a customer who wants to pay in cash, and all cash checkouts: they are counted one after another, as those of made-up
 * customers may share a mobile, a mailbox or an address.
 */
async function lockCashCustomer(tx: Database, userId: string) {
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
async function countOpenCashOrders(
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
