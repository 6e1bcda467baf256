import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { lockPlacedOrder } from '../orders.store.server.ts'
import { doorMoneyAfter, doorStanding, maySettle } from './door-money.ts'
import { addDoorPayment, type PaidBy } from './take-door-money.server.ts'

/** The rest of what was due at a door. */
export interface Settlement extends PaidBy {
  orderId: string
  /** What was short, or is due; below 0 what was too much and is given back. */
  amountPaise: Paise
}

/**
 * Records that the rest of what was short was paid after all, or that what was too much was given back: all of it, and once.
 * So is what was taken for an order that has arrived without a word about its money.
 *
 * @returns a sentence for staff
 * @throws AppError not_found; conflict where nothing is open, or another amount than this, and for a reference that another
 *   payment has; invalid for UPI without a reference
 */
export async function settleDoorMoney(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { caller, settlement }: { caller: Caller; settlement: Settlement },
): Promise<string> {
  const { orderId, amountPaise } = settlement
  await db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    const { state, openPaise: open } = doorStanding(order)
    if (!state || !maySettle(state, order.fulfilment)) {
      throw new AppError('conflict', `Nothing is open for order ${order.number}.`)
    }
    if (amountPaise !== open) {
      throw fieldError('conflict', 'amount', `${formatInr(open)} is open.`)
    }
    const at = clock.now()
    const by = {
      cause: state === 'due' ? ('door' as const) : ('counter' as const),
      by: caller.email,
    }
    await addDoorPayment(tx, order, { ...by, paise: amountPaise, reason: '', at }, settlement)
    await recordAudit(tx, {
      at,
      by: caller,
      action: 'settle-cash',
      subject: 'order',
      subjectId: orderId,
      before: { state },
      after: { state: doorMoneyAfter(state, 'settle'), amountPaise, method: settlement.method },
    })
  })
  const sum = formatInr(Math.abs(amountPaise))
  return amountPaise > 0 ? `${sum} is recorded.` : `${sum} is given back.`
}
