import type { Database } from '#platform/database/database.server.ts'
import { cashToPay } from '#shop/orders/order-status.ts'
import { type Paise, toPaise } from '#shop/values/money.ts'
import type { WholeOrder } from '../riders.store.server.ts'
import type { DayMoney, MoneyLine } from './day-money.ts'
import { type DoorPayment, doorPaymentsOf } from './door-money.store.server.ts'

/** The money of these orders, which are brought to a door. */
export async function loadDoorMoney(
  db: Database,
  orders: readonly WholeOrder[],
): Promise<DayMoney> {
  const payments = await doorPaymentsOf(
    db,
    orders.map(({ row }) => row.id),
  )
  const byOrder = new Map(payments.map((payment) => [payment.orderId, payment]))
  const lines = orders
    .map(({ row, order }) => ({
      ...{ orderId: row.id, number: row.number },
      ...moneyOf(byOrder.get(row.id), toPaise(cashToPay(order))),
    }))
    .filter(({ duePaise }) => duePaise > 0)
  const sum = (paise: (line: MoneyLine) => Paise) =>
    lines.reduce((total, line) => total + paise(line), 0)
  return {
    lines,
    cashPaise: sum(({ method, takenPaise }) => (method === 'cash' ? takenPaise : 0)),
    upiPaise: sum(({ method, takenPaise }) => (method === 'upi' ? takenPaise : 0)),
    openPaise: sum(({ state, duePaise, takenPaise }) =>
      state === 'waived' ? 0 : duePaise - takenPaise,
    ),
  }
}

function moneyOf(payment: DoorPayment | undefined, duePaise: Paise) {
  if (!payment) {
    return {
      ...{ state: 'due' as const, duePaise, takenPaise: 0 },
      ...{ method: null, reference: null, reason: '' },
    }
  }
  const { state, takenPaise, method, reference, reason } = payment
  return { state, duePaise: payment.duePaise, takenPaise, method, reference, reason }
}
