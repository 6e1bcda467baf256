import { eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { Paise } from '#shop/values/money.ts'
import { orderItems, orders } from './orders.tables.server.ts'

/**
 * Adds to the refunded amount. A check of the table keeps it within the amount paid by card. Where that is all of it, the order
 * is refunded whole, unless it has only become less.
 */
export async function addRefunded(
  tx: Database,
  id: string,
  { paise, isReduction = false }: { paise: Paise; isReduction?: boolean },
) {
  const refundedPaise = sql`${orders.refundedPaise} + ${paise}`
  const isRefundedWhole = isReduction ? undefined : sql`${refundedPaise} = ${orders.cardPaise}`
  await tx.update(orders).set({ refundedPaise, isRefundedWhole }).where(eq(orders.id, id))
}

/** Decides anew whether an order is refunded whole, now that its bank has, or has not, taken money back. */
export async function setRefundedWhole(tx: Database, id: string, isRefundedWhole: boolean) {
  await tx.update(orders).set({ isRefundedWhole }).where(eq(orders.id, id))
}

/** Adds to what is due in cash no more. The order is locked by the caller's transaction. */
export async function addWaived(tx: Database, id: string, paise: Paise) {
  await tx
    .update(orders)
    .set({ waivedPaise: sql`${orders.waivedPaise} + ${paise}` })
    .where(eq(orders.id, id))
}

/**
 * Once a part of an order costs nothing any more, what of it was waived is waived no more, and no more is waived than would
 * be due: a price that is agreed later is due as a whole.
 *
 * @param gonePaise what of that part was waived
 */
export async function limitWaived(tx: Database, id: string, gonePaise: Paise) {
  const agreed = sql`(select coalesce(sum(${orderItems.unitPaise} * ${orderItems.amount}), 0) from ${orderItems}
    where ${orderItems.orderId} = ${id} and ${orderItems.customize} and ${orderItems.status} in ('accepted', 'completed'))`
  await tx
    .update(orders)
    .set({
      waivedPaise: sql`least(greatest(${orders.waivedPaise} - ${gonePaise}::integer, 0), ${orders.cashPaise} + ${agreed})`,
    })
    .where(eq(orders.id, id))
}
