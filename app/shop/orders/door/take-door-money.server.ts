import type { AppContext } from '#app/context.server.ts'
import { fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import { formatInr, type Paise, toRupees } from '#shop/values/money.ts'
import { decideLate, findLatePrice } from '../late/decide-late.server.ts'
import { addPayment } from '../money/ledger.store.server.ts'
import type { Order } from '../order.ts'
import { noSuchOrder } from '../order-rules.ts'
import { findOrder } from '../orders.store.server.ts'
import { type DoorMethod, type DueNow, doorStanding, upiLink } from './door-money.ts'

export interface PaidBy {
  method: DoorMethod
  /** Twelve digits of a UPI payment. */
  reference?: string
}

export interface DoorMoney extends PaidBy {
  amountPaise: Paise
  reason?: string
}

/**
 * Counts the money taken at the hand-over, in the transaction that has locked and moved the order. If nothing is due,
 * nothing is required or taken. A late delivery lowers the amount due at this moment; a customer may have paid the full
 * amount just before, so an excess counts too and is refunded.
 *
 * @param handed `isDelivery` unless it is a pickup; `by` is a colleague's e-mail, or 'rider Ravi'
 * @throws AppError invalid without money that is due, with more than was requested, or without the reference or the
 *   reason that it needs; conflict for a reference that another payment has, and for money that is not due
 */
export async function takeDoorMoney(
  context: AppContext,
  tx: Database,
  {
    order,
    money,
    isDelivery,
    by,
  }: { order: Order; money: DoorMoney | undefined; isDelivery: boolean; by: string },
) {
  const { state, openPaise } = doorStanding(order)
  if (state !== 'due') {
    if (!money) return
    const sentence = `Nothing is due for order ${order.number} any more. Please give the money back.`
    throw fieldError('conflict', 'money', sentence)
  }
  const at = context.clock.now()
  const takenPaise = money?.amountPaise ?? 0
  const left = isDelivery ? await decideLate(context, tx, { order, takenPaise, at }) : order
  const dueNowPaise = doorStanding(left).openPaise
  if (!money && dueNowPaise === 0) return
  if (!money) throw fieldError('invalid', 'money', `Please take ${formatInr(dueNowPaise)}.`)
  if (takenPaise > openPaise) {
    throw fieldError('invalid', 'money.amount', `Only ${formatInr(dueNowPaise)} is due.`)
  }
  const isLess = takenPaise < dueNowPaise
  if (isLess && !money.reason) {
    throw fieldError('invalid', 'money.reason', 'Please say why it is less.')
  }
  if (dueNowPaise + takenPaise === 0) return
  const reason = isLess ? (money.reason ?? '') : ''
  const taken = { cause: 'door' as const, paise: takenPaise, reason, by, at }
  await addDoorPayment(tx, left, taken, money, 'money.reference')
}

interface DoorPayment {
  cause: 'door' | 'counter' | 'refund'
  paise: Paise
  /** Why it was short, or is refunded; '' otherwise. */
  reason: string
  /** A colleague's e-mail, or 'rider Ravi'. */
  by: string
  at: Date
  /** The payment that a refund lowers. */
  paymentId?: string
  key?: string
}

/**
 * Adds a payment, or a refund of one.
 *
 * @param field the reference's field in the request
 * @throws AppError invalid without the reference that UPI needs, conflict for one that another payment has
 */
export async function addDoorPayment(
  tx: Database,
  order: Pick<Order, 'id'>,
  { at: now, paymentId, key, ...payment }: DoorPayment,
  { method, reference }: PaidBy,
  field = 'reference',
) {
  const isUpi = method === 'upi' && payment.paise !== 0
  if (isUpi && !reference) throw fieldError('invalid', field, 'The reference has 12 digits.')
  const added = await addPayment(tx, order.id, {
    ...payment,
    method: isUpi ? 'upi' : 'cash',
    status: 'succeeded',
    provider: null,
    providerId: null,
    paymentId: paymentId ?? null,
    reference: isUpi ? (reference ?? null) : null,
    key: key ?? `${payment.cause}-${newId()}`,
    now,
  })
  if (added) return
  throw fieldError('conflict', field, 'This reference was already used for another payment.')
}

/** The amount due if the order is handed over now. @throws AppError not_found */
export async function loadDueNow(deps: AppContext, orderId: string): Promise<DueNow> {
  const order = await findOrder(deps.db, orderId)
  if (order?.state !== 'placed') throw noSuchOrder()
  return findDueNow(deps, order)
}

export async function findDueNow(context: AppContext, order: Order): Promise<DueNow> {
  const standing = doorStanding(order)
  const openPaise = standing.state === 'due' ? standing.openPaise : 0
  const late =
    openPaise > 0 && !order.isPickup
      ? await findLatePrice(context, context.db, { order, at: context.clock.now() })
      : null
  const lessPaise = Math.min(late?.pricePaise ?? 0, openPaise)
  const dueNowPaise = openPaise - lessPaise
  return {
    due: toRupees(dueNowPaise),
    late: late && lessPaise > 0 ? { minutes: late.minutes, less: toRupees(lessPaise) } : null,
    upiLink: upiLink({
      upiId: context.shop.upiId,
      shopName: context.shop.name,
      orderNumber: order.number,
      amountPaise: dueNowPaise,
    }),
  }
}
