import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { OrderRow } from '#shop/orders/whole-orders.store.server.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { type DecideLateDeps, decideLate } from '../late/decide-late.server.ts'
import { type DoorPayment, insertDoorPayment } from './door-money.store.server.ts'
import type { DoorMethod } from './door-money.ts'
import { findDoorStanding } from './door-standing.server.ts'

/** How a sum is paid. */
export interface PaidBy {
  method: DoorMethod
  /** Twelve digits, of a payment by UPI. */
  reference?: string
}

/** What was taken at a door. */
export interface DoorMoney extends PaidBy {
  amountPaise: Paise
  /** Why it is less than what was due. */
  reason?: string
}

/**
 * Counts what was taken when an order is handed over, in the transaction that has locked and moved it. Where nothing is due,
 * nothing is asked for and nothing is taken. A late delivery lowers what is due in this moment; who was asked for all of it
 * just before may have paid that, so what is over counts too, and is given back.
 *
 * @param handed `isDelivery` for one that is brought; `by` is a colleague's e-mail, or 'rider'
 * @throws AppError invalid without money that is due, with more than was asked for, or without the reference or the reason
 *   that it needs; conflict for a reference that another payment has, and for money that is not due
 */
export async function takeDoorMoney(
  deps: DecideLateDeps,
  tx: Database,
  {
    order,
    money,
    isDelivery,
    by,
  }: { order: OrderRow; money: DoorMoney | undefined; isDelivery: boolean; by: string },
) {
  const { state, duePaise } = await findDoorStanding(tx, order)
  if (state !== 'due') {
    if (!money) return
    const sentence = `Nothing is due for order ${order.number} any more. Please give the money back.`
    throw fieldError('conflict', 'money', sentence)
  }
  const at = deps.clock.now()
  const takenPaise = money?.amountPaise ?? 0
  const lessPaise = isDelivery ? await decideLate(deps, tx, { order, duePaise, takenPaise, at }) : 0
  const dueNowPaise = duePaise - lessPaise
  if (!money && dueNowPaise === 0) return
  if (!money) throw fieldError('invalid', 'money', `Please take ${formatInr(dueNowPaise)}.`)
  if (takenPaise > duePaise) {
    throw fieldError('invalid', 'money.amount', `Only ${formatInr(dueNowPaise)} is due.`)
  }
  const isLess = takenPaise < dueNowPaise
  if (isLess && !money.reason) {
    throw fieldError('invalid', 'money.reason', 'Please say why it is less.')
  }
  if (dueNowPaise + takenPaise === 0) return
  const payment = {
    orderId: order.id,
    part: 'door' as const,
    duePaise: dueNowPaise,
    takenPaise,
    reason: isLess ? (money.reason ?? '') : '',
    by,
    at,
  }
  await insertPayment(tx, payment, { paid: money, field: 'money.reference' })
}

/**
 * Stores what was paid, and how.
 *
 * @param how `field` is where the reference is in what was sent
 * @throws AppError invalid without the reference that UPI needs, conflict for one that another payment has
 */
export async function insertPayment(
  tx: Database,
  payment: Omit<DoorPayment, 'method' | 'reference'>,
  { paid: { method, reference }, field }: { paid: PaidBy; field: string },
) {
  const isCash = method === 'cash'
  if (!isCash && !reference) throw fieldError('invalid', field, 'The reference has 12 digits.')
  const stored = { ...payment, method, reference: isCash ? null : (reference ?? null) }
  if (await insertDoorPayment(tx, stored)) return
  throw fieldError('conflict', field, 'This reference was already used for another payment.')
}
