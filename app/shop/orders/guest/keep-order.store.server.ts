import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { sessions, users } from '#shop/accounts/accounts.tables.server.ts'
import { orders } from '../orders.tables.server.ts'

/** Of a placed order; `guestEmail` is null once an account has it. */
export async function findOrderOwner(db: Database, orderId: string) {
  const [found] = await db
    .select({
      number: orders.number,
      userId: orders.userId,
      guestEmail: users.guestEmail,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(orders.id, orderId), eq(orders.state, 'placed')))
  return found ?? null
}

/**
 * Moves all orders of a guest to an account. The guest's row stays without personal data, because the audit log refers to it.
 *
 * @returns the ids of the orders
 */
export async function transferOrders(
  tx: Database,
  { guestId, userId, now }: { guestId: string; userId: string; now: Date },
): Promise<string[]> {
  const moved = await tx
    .update(orders)
    // The account may have ordered the same cart itself.
    .set({ userId, checkoutKey: sql`'kept-' || ${orders.id}` })
    .where(eq(orders.userId, guestId))
    .returning({ id: orders.id })
  await tx.delete(sessions).where(eq(sessions.userId, guestId))
  await tx
    .update(users)
    .set({
      name: 'Guest',
      email: `${guestId}@deleted.invalid`,
      guestEmail: null,
      mobileno: null,
      updatedAt: now,
      deletedAt: now,
    })
    .where(eq(users.id, guestId))
  return moved.map(({ id }) => id)
}
