import { type SQL, sql } from 'drizzle-orm'
import { cancelledStatuses, type ItemStatus } from '#shop/orders/item-status.ts'
import { addCharges } from '#shop/orders/money/ledger.store.server.ts'
import { netCharges } from '#shop/orders/money/ledger.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { orderItems } from '#shop/orders/orders.tables.server.ts'
import { printCharges } from '#shop/papers/print-charges.server.ts'
import type { TestShop } from './test-shop.ts'

/** Puts items where a test wants them, with the problem and the agreed price of ₹1,500 that such an item has. */
export async function putItems(shop: TestShop, which: SQL | undefined, status: ItemStatus) {
  const isAgreed = status === 'accepted' || status === 'completed'
  const priced = (column: typeof orderItems.unitPaise | typeof orderItems.pricePaise) =>
    sql`case when ${orderItems.customize} then ${isAgreed ? 150_000 : 0}::integer else ${column} end`
  const put = await shop.context.db
    .update(orderItems)
    .set({
      status,
      preparedAt: null,
      problem: status === 'rejected' ? 'No oven' : '',
      pricePaise: priced(orderItems.pricePaise),
      unitPaise: priced(orderItems.unitPaise),
    })
    .where(which)
    .returning({ orderId: orderItems.orderId })
  for (const orderId of new Set(put.map((item) => item.orderId))) await chargeCustom(shop, orderId)
}

/** Charges what customised cakes cost by now. */
async function chargeCustom({ context }: TestShop, orderId: string) {
  const order = await findOrder(context.db, orderId)
  if (order?.state !== 'placed') return
  const nets = netCharges(order)
  const changes = order.items.flatMap(({ id: itemId, customize, status, unitPaise, amount }) => {
    const price = cancelledStatuses.includes(status) ? 0 : unitPaise * amount
    const paise = price - (nets.find((net) => net.itemId === itemId)?.paise ?? 0)
    return customize && paise !== 0 ? [{ line: 'item' as const, itemId, paise }] : []
  })
  let charged = order
  for (const change of changes) {
    const cause = change.paise > 0 ? 'quoted' : 'dropped'
    const now = context.clock.now()
    const { shop } = context
    const added = { charges: [change], cause, event: crypto.randomUUID(), shop, now } as const
    charged = await addCharges(context.db, charged, added)
    await printCharges(context, context.db, charged, now)
    charged = (await findOrder(context.db, orderId)) ?? charged
  }
}
