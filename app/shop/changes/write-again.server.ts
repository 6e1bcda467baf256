import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { addCharges } from '#shop/orders/money/ledger.store.server.ts'
import { netCharges, takeOffAll } from '#shop/orders/money/ledger.ts'
import type { Order } from '#shop/orders/order.ts'
import { findOrder } from '#shop/orders/orders.store.server.ts'
import { supplyOf } from '#shop/papers/paper.ts'
import { printCharges } from '#shop/papers/print-charges.server.ts'

interface NewPlace {
  /** As it was, locked. */
  before: Order
  /** Where it goes now, as it is stored already. */
  address: string
  changeId: string
  now: Date
}

/**
 * What is invoiced is taxed where it goes. Of an order that now goes to another state all is credited, and charged again
 * on a new invoice: nobody pays more or less.
 *
 * @returns the name of that state; null where no paper was to be written again
 */
export async function writeAgain(
  context: AppContext,
  tx: Database,
  { before, address, changeId, now }: NewPlace,
): Promise<string | null> {
  const { shop } = context
  const to = newState(context, before, address)
  const isPrinted = before.charges.some(({ paperId }) => paperId !== null)
  if (!to || !isPrinted) return null
  const order = await requireOrder(tx, before.id)
  const owed = netCharges(order).filter(({ paise }) => paise > 0)
  const credited = await addCharges(tx, order, {
    charges: takeOffAll(order),
    cause: 'moved',
    event: `from-${changeId}`,
    reason: `Delivered to ${to.name}: charged again on a new invoice`,
    now,
  })
  await printCharges(context, tx, credited, now)
  const printed = await requireOrder(tx, order.id)
  const event = `to-${changeId}`
  const again = await addCharges(tx, printed, { charges: owed, cause: 'moved', event, shop, now })
  await printCharges(context, tx, again, now)
  return to.name
}

/** The state in which the tax is due at an address; null if it is the order's own. */
export function newState({ shop }: AppContext, order: Order, address: string) {
  const { state } = supplyOf({ ...order, address }, shop)
  return state.code === supplyOf(order, shop).state.code ? null : state
}

async function requireOrder(tx: Database, id: string): Promise<Order> {
  const order = await findOrder(tx, id)
  if (!order) throw new Error(`no order ${id}`)
  return order
}
