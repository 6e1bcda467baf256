import type { Database } from '#platform/database/database.server.ts'
import type { Order } from '#shop/orders/order.schema.ts'
import { cashToPay } from '#shop/orders/order-status.ts'
import { type OrderRow, withItems } from '#shop/orders/whole-orders.store.server.ts'
import { type Paise, toPaise } from '#shop/values/money.ts'
import { type DoorPayment, doorPaymentsOf } from './door-money.store.server.ts'
import { type DoorMoneyState, type DoorSums, doorMoneyState } from './door-money.ts'

/** How the money of an order stands, with what was paid of it. */
export interface DoorStanding extends DoorSums {
  /** Null where none was ever due. */
  state: DoorMoneyState | null
  /** At the door first. */
  payments: readonly DoorPayment[]
}

/** How the money of orders stands, in their order; a query where some is or was due, and none else. */
export async function findDoorStandings(
  db: Database,
  orders: readonly Pick<Order, 'id' | 'order' | 'dueInCash' | 'waived'>[],
): Promise<DoorStanding[]> {
  const ids = orders.filter(isAnyDue).map(({ id }) => id)
  const byOrder = Map.groupBy(await doorPaymentsOf(db, ids), ({ orderId }) => orderId)
  return orders.map((order) => standingOf(order, byOrder.get(order.id) ?? []))
}

function isAnyDue(order: Pick<Order, 'order' | 'dueInCash' | 'waived'>): boolean {
  return cashToPay(order) > 0 || order.waived !== undefined
}

function standingOf(
  order: Pick<Order, 'order' | 'dueInCash' | 'waived'>,
  payments: readonly DoorPayment[],
): DoorStanding {
  const sums = {
    duePaise: toPaise(cashToPay(order)),
    waivedPaise: toPaise(order.waived ?? 0),
    takenPaise: payments.reduce((sum, { takenPaise }) => sum + takenPaise, 0),
    dueAtDoorPaise: payments[0]?.duePaise ?? null,
  }
  return { ...sums, state: doorMoneyState(sums), payments }
}

/** What is due and not taken; below 0 what was too much. */
export function openPaise({ duePaise, takenPaise }: DoorSums): Paise {
  return duePaise - takenPaise
}

/** How the money of one order stands. For a transaction that has locked it. */
export async function findDoorStanding(tx: Database, row: OrderRow): Promise<DoorStanding> {
  const [standing] = await findDoorStandings(tx, await withItems(tx, [row]))
  if (!standing) throw new Error('an order without items')
  return standing
}
