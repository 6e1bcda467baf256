import { AppError, fieldError } from '#platform/app-error.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { cashToPay } from '#shop/orders/order-status.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { type OrderRow, withItems } from '#shop/orders/whole-orders.store.server.ts'
import { formatInr, type Paise, toPaise } from '#shop/values/money.ts'
import { findDoorPayment, insertDoorPayment, markWaived } from './door-money.store.server.ts'
import { type DoorMethod, doorMoneyAfter } from './door-money.ts'

/** What a rider took at a door. */
export interface DoorMoney {
  method: DoorMethod
  amountPaise: Paise
  /** Twelve digits, of a payment by UPI. */
  reference?: string
  /** Why it is less than what was due. */
  reason?: string
}

async function duePaiseOf(tx: Database, row: OrderRow): Promise<Paise> {
  const [order] = await withItems(tx, [row])
  return order ? toPaise(cashToPay(order)) : 0
}

/**
 * Counts what a rider took at the door, in the transaction that has locked the order and delivers it. Where nothing is due,
 * or it is waived, nothing is asked for and nothing is taken.
 *
 * @throws AppError invalid without money that is due, with more than it, or without the reference or the reason that it
 *   needs; conflict for a reference that another order has, and for money that is not due
 */
export async function takeDoorMoney(
  { clock }: { clock: Clock },
  tx: Database,
  order: OrderRow,
  money: DoorMoney | undefined,
) {
  const duePaise = await duePaiseOf(tx, order)
  if (duePaise === 0 || (await findDoorPayment(tx, order.id))) {
    if (!money) return
    const sentence = `Nothing is due for order ${order.number} any more. Please give the money back.`
    throw fieldError('conflict', 'money', sentence)
  }
  if (!money) throw fieldError('invalid', 'money', `Please take ${formatInr(duePaise)}.`)
  const { method, amountPaise } = money
  if (amountPaise > duePaise) {
    throw fieldError('invalid', 'money.amount', `Only ${formatInr(duePaise)} is due.`)
  }
  const isAll = amountPaise === duePaise
  const state = doorMoneyAfter('due', isAll ? 'take' : 'takeLess') === 'taken' ? 'taken' : 'short'
  if (!isAll && !money.reason) {
    throw fieldError('invalid', 'money.reason', 'Please say why it is less.')
  }
  if (method === 'upi' && !money.reference) {
    throw fieldError('invalid', 'money.reference', 'The reference has 12 digits.')
  }
  const isNew = await insertDoorPayment(tx, {
    ...{ orderId: order.id, state, duePaise, takenPaise: amountPaise, method },
    reference: method === 'upi' ? (money.reference ?? null) : null,
    ...{ reason: isAll ? '' : (money.reason ?? ''), by: 'rider', at: clock.now() },
  })
  if (!isNew) {
    const sentence = 'This reference was already used for another order.'
    throw fieldError('conflict', 'money.reference', sentence)
  }
}

/**
 * Lets go what is due at a door, or what was short. A second time changes nothing.
 *
 * @throws AppError not_found; conflict where nothing is due, or all of it was taken
 */
export async function waiveDoorMoney(
  { db, clock }: { db: Database; clock: Clock },
  { caller, orderId, reason }: { caller: Caller; orderId: string; reason: string },
) {
  await db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    const earlier = await findDoorPayment(tx, orderId)
    if (earlier?.state === 'waived') return
    const duePaise = earlier?.duePaise ?? (await duePaiseOf(tx, order))
    const to = duePaise > 0 ? doorMoneyAfter(earlier?.state ?? 'due', 'waive') : null
    if (!to) throw new AppError('conflict', `Nothing is due for order ${order.number}.`)
    const at = clock.now()
    const waived = { reason, by: caller.email, at }
    if (earlier) await markWaived(tx, orderId, waived)
    else {
      await insertDoorPayment(tx, {
        ...{ orderId, state: 'waived', duePaise, takenPaise: 0, method: null, reference: null },
        ...waived,
      })
    }
    await recordAudit(tx, {
      ...{ at, by: caller, action: 'waive-cash', subject: 'order', subjectId: orderId },
      before: { state: earlier?.state ?? 'due' },
      after: { amountPaise: duePaise - (earlier?.takenPaise ?? 0), reason },
    })
  })
}
