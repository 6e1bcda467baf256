import { and, eq, isNotNull, or } from 'drizzle-orm'
import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { contactEmail } from '#shop/accounts/accounts.store.server.ts'
import { users } from '#shop/accounts/accounts.tables.server.ts'
import { deliveryReservations } from '#shop/delivery/delivery.tables.server.ts'
import { findOrderZone } from '#shop/delivery/delivery-plan.ts'
import { placeOf } from '#shop/values/india-address.ts'
import type { Order } from '../order.ts'
import { isCashOrder } from '../order-rules.ts'
import { orders } from '../orders.tables.server.ts'
import { paidAheadError, trustedPayer } from './cash-on-delivery.ts'

/**
 * Why nothing of an order may be due at its hand-over, by {@link paidAheadError}; null if it may. Staff know the customers
 * whose orders they take.
 */
export async function whyPaidAhead(
  { deliveryPlan, shop }: Pick<AppContext, 'deliveryPlan' | 'shop'>,
  db: Database,
  order: Order,
): Promise<string | null> {
  const plan = deliveryPlan.current()
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
        isKnown: await isKnownEnough({ shop }, db, customer),
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
  { shop }: Pick<AppContext, 'shop'>,
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
