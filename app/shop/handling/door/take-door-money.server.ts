import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Database } from '#platform/database/database.server.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { newId } from '#platform/new-id.server.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import {
  type DoorMethod,
  type DueNow,
  doorMoneyAfter,
  doorStanding,
  upiLink,
} from '#shop/orders/money/door-money.ts'
import { recordGivenAway } from '#shop/orders/money/given-away.server.ts'
import { addCharges, addPayment } from '#shop/orders/money/ledger.store.server.ts'
import { takeOff } from '#shop/orders/money/ledger.ts'
import type { Order, OrderPayment } from '#shop/orders/order.ts'
import { printCharges } from '#shop/papers/print-charges.server.ts'
import { formatInr, type Paise, toRupees } from '#shop/values/money.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import { moneyErrors } from './typed-money.ts'

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
 * Counts the money taken at the hand-over, in the transaction that has locked and moved the order: what was due when the
 * order left, however late it comes. If nothing is due, nothing is required or taken.
 *
 * @param handed `by` is a colleague's e-mail, or 'rider Ravi'
 * @throws AppError invalid without money that is due, with more than is due, or without the reference or the reason that
 *   it needs; conflict for a reference that another payment has, and for money that is not due
 */
export async function takeDoorMoney(
  context: AppContext,
  tx: Database,
  { order, money, by }: { order: Order; money: DoorMoney | undefined; by: string },
) {
  const { state, duePaise } = doorStanding(order)
  if (state !== 'due') {
    if (!money) return
    const sentence = `Nothing is due for order ${order.number} any more. Please give the money back.`
    throw fieldError('conflict', 'money', sentence)
  }
  if (!money) throw fieldError('invalid', 'money', `Please take ${formatInr(duePaise)}.`)
  const { amountPaise, reason = '' } = money
  const errors = moneyErrors({ ...money, amount: toRupees(amountPaise) }, toRupees(duePaise))
  const [error] = Object.entries(errors)
  if (error) throw fieldError('invalid', `money.${error[0]}`, error[1])
  const isLess = amountPaise < duePaise
  const at = context.clock.now()
  const taken = { cause: 'door' as const, paise: amountPaise, reason: isLess ? reason : '', by, at }
  await addDoorPayment(tx, order, taken, money, 'money.reference')
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
): Promise<OrderPayment> {
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
  if (added) return added
  throw fieldError('conflict', field, 'This reference was already used for another payment.')
}

export function dueNow(order: Order, { upiId, name: shopName }: ShopDetails): DueNow {
  const { state, duePaise } = doorStanding(order)
  const amountPaise = state === 'due' ? duePaise : 0
  return {
    due: toRupees(amountPaise),
    upiLink: upiLink({ upiId, shopName, orderNumber: order.number, amountPaise }),
  }
}

/**
 * Waives the amount due in cash, or the shortfall, in a transaction that has locked the order. Also credits its invoices.
 * A second time changes nothing.
 *
 * @param waiver `reason` is the shop's own; the customer reads `creditReason`
 * @throws AppError conflict if nothing is due, or all of it was taken; forbidden and password_needed as
 *   {@link recordGivenAway}
 */
export async function waiveDue(
  context: AppContext,
  tx: Database,
  waiver: { order: Order; caller: Caller; reason: string; creditReason?: string },
) {
  const { order, caller, reason, creditReason = 'Waived by the shop' } = waiver
  const { state, duePaise: amountPaise } = doorStanding(order)
  if (state === 'waived') return
  if (!state || !doorMoneyAfter(state, 'waive')) {
    throw new AppError('conflict', `Nothing is due for order ${order.number}.`)
  }
  const now = context.clock.now()
  const left = await addCharges(tx, order, {
    charges: takeOff(order, amountPaise, 'due'),
    cause: 'waived',
    event: `waive-${newId()}`,
    reason: creditReason,
    now,
  })
  await recordAudit(tx, {
    at: now,
    by: caller,
    action: 'waive-cash',
    orderId: order.id,
    before: { state },
    after: { amountPaise, reason },
  })
  await printCharges(context, tx, left, now)
  await recordGivenAway(context, tx, caller, { before: order, after: left })
}
