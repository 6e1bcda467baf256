import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { minuteMs } from '#platform/durations.ts'
import { checkLines, toItem } from '#shop/cart/check-lines.server.ts'
import type { AddedLine, OrderLine } from '#shop/cart/order-line.schema.ts'
import { findOrderZone } from '#shop/delivery/delivery-plan.ts'
import { deliveryNeeds, readyMadeMinutes } from '#shop/delivery/slot-options.ts'
import type { Order } from '#shop/orders/order.ts'
import { insertItems, saveOrderChange } from '#shop/orders/orders.store.server.ts'
import type { Changer } from './order-change.ts'

interface ToAdd {
  /** Locked. */
  order: Order
  added: readonly AddedLine[]
  by: Changer
  now: Date
}

/**
 * Adds ready-made cakes to an order by today's catalogue, after its items; it locks by the longest lead of all of them.
 * Their charges, and the time of the kitchen, are the caller's.
 *
 * @throws AppError conflict for a cake that is not sold so, or that a customer would have to order earlier
 */
export async function addItems(
  shop: AppContext,
  tx: Database,
  { order, added, by, now }: ToAdd,
): Promise<Order> {
  const cakes = shop.publishedCakes.current().byId
  const sent = added.map((line) => ({ ...line, customize: false, egg: null, image: [] }))
  const known = sent.flatMap(({ cakeid }) => cakes.get(cakeid) ?? [])
  const { lines, changes } = checkLines(sent, known)
  const [change] = Object.values(changes)
  if (change) throw fieldError('conflict', 'added', change)
  const hasSlot = order.reservationId !== null
  const leadMinutes = hasSlot ? requireTime(shop, { order, lines, by, now }) : order.leadMinutes
  const minutes = hasSlot ? readyMadeMinutes(lines, { ...shop.shop, cakes }) : []
  const last = Math.max(...order.items.map(({ position }) => position))
  const stored = await insertItems(
    tx,
    order,
    lines.map((line, index) => ({
      ...toItem(line),
      id: added[index]?.id ?? '',
      position: last + 1 + index,
      kitchenMinutes: minutes[index] ?? 0,
    })),
  )
  if (stored.length < added.length) throw fieldError('conflict', 'added', 'Please add it again.')
  if (leadMinutes > order.leadMinutes) await saveOrderChange(tx, order.id, { leadMinutes })
  return { ...order, leadMinutes, items: [...order.items, ...stored] }
}

/** @returns the lead of the order with these cakes, in minutes */
function requireTime(
  shop: AppContext,
  { order, lines, by, now }: Omit<ToAdd, 'added'> & { lines: readonly OrderLine[] },
): number {
  const cakes = shop.publishedCakes.current().byId
  const { leadMinutes } = deliveryNeeds(lines, { ...shop.shop, cakes })
  const way = findOrderZone(shop.deliveryPlan.current(), order)?.travelMinutes ?? 0
  const readyAt = now.getTime() + (leadMinutes + way) * minuteMs
  if (by !== 'shop' && readyAt > (order.slotStartsAt ?? order.deliveryAt).getTime()) {
    const hours = Math.ceil(leadMinutes / 60)
    const sentence = `${lines.length > 1 ? 'These cakes need' : 'This cake needs'} ${hours} hours. Please choose a later time first.`
    throw fieldError('conflict', 'added', sentence)
  }
  return Math.max(order.leadMinutes, leadMinutes)
}
