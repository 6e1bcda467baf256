import type { AppContext } from '#app/context.server.ts'
import { AppError, fieldError } from '#platform/app-error.ts'
import type { Caller } from '#platform/http/endpoint.ts'
import { recordAudit } from '#shop/audit-log/audit-log.store.server.ts'
import { doorMoneyAfter, doorStanding, maySettle } from '#shop/orders/money/door-money.ts'
import { recordGivenAway } from '#shop/orders/money/given-away.server.ts'
import { withPayment } from '#shop/orders/money/ledger.store.server.ts'
import { lockPlacedOrder } from '#shop/orders/orders.store.server.ts'
import { formatInr, type Paise } from '#shop/values/money.ts'
import { addDoorPayment, type PaidBy } from './take-door-money.server.ts'

export interface Settlement extends PaidBy {
  orderId: string
  /** The shortfall, or the amount due; below 0 an excess that is refunded. */
  amountPaise: Paise
}

/**
 * Records that a shortfall was paid later or an excess refunded: in full, and once. Also settles an order that arrived
 * without a record of its money.
 *
 * @returns a sentence for staff
 * @throws AppError not_found; conflict if nothing is open, if the amount is another than the open one, and for a
 *   reference that another payment has; invalid for UPI without a reference
 */
export async function settleDoorMoney(
  context: AppContext,
  { caller, settlement }: { caller: Caller; settlement: Settlement },
): Promise<string> {
  const { orderId, amountPaise } = settlement
  const { db, clock } = context
  await db.transaction(async (tx) => {
    const order = await lockPlacedOrder(tx, orderId)
    const { state, duePaise: open } = doorStanding(order)
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
    const payment = { ...by, paise: amountPaise, reason: '', at }
    const settled = await addDoorPayment(tx, order, payment, settlement)
    const after = withPayment(order, settled)
    await recordGivenAway(context, tx, caller, { before: order, after })
    await recordAudit(tx, {
      at,
      by: caller,
      action: 'settle-cash',
      orderId,
      before: { state },
      after: { state: doorMoneyAfter(state, 'settle'), amountPaise, method: settlement.method },
    })
  })
  const sum = formatInr(Math.abs(amountPaise))
  return amountPaise > 0 ? `${sum} is recorded.` : `${sum} is given back.`
}
