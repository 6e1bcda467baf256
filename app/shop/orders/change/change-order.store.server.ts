import { eq } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { orderItems, orders } from '../orders.tables.server.ts'
import type { ItemRow, OrderRow } from '../whole-orders.store.server.ts'

/** For a transaction that has locked the order. */
export async function saveOrderChange(
  tx: Database,
  id: string,
  changes: Partial<
    Pick<OrderRow, 'recipientMobile' | 'riderNote' | 'giftMessage' | 'giftFrom' | 'address'>
  >,
) {
  if (Object.keys(changes).length === 0) return
  await tx.update(orders).set(changes).where(eq(orders.id, id))
}

/** When it is delivered; for a transaction that has locked the order. */
export async function saveOrderTime(
  tx: Database,
  id: string,
  changes: Pick<OrderRow, 'deliveryAt'> & Partial<Pick<OrderRow, 'slotStartsAt' | 'slotEndsAt'>>,
) {
  await tx.update(orders).set(changes).where(eq(orders.id, id))
}

export async function saveItemChange(
  tx: Database,
  { id, bname, flavour }: Pick<ItemRow, 'id' | 'bname' | 'flavour'>,
) {
  await tx.update(orderItems).set({ bname, flavour }).where(eq(orderItems.id, id))
}
