import { isDeepStrictEqual } from 'node:util'
import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { newId } from '#platform/new-id.server.ts'
import type { Paise } from '#shop/values/money.ts'
import type { Order, OrderPayment } from '../order.ts'
import type { Bought } from './bought.ts'
import { addOnlinePayment } from './ledger.store.server.ts'

/**
 * Stores a payment that is to be started, or finds the one that is open for the same. The caller's transaction has
 * locked the order.
 */
export async function openBalance(
  { payments, clock }: Pick<AppContext, 'payments' | 'clock'>,
  tx: Database,
  order: Order,
  { paise, buys }: { paise: Paise; buys: Bought },
): Promise<OrderPayment> {
  const { name: provider } = payments.active
  const open = order.payments.find(
    (payment) =>
      payment.status === 'started' &&
      payment.paise === paise &&
      payment.provider === provider &&
      isDeepStrictEqual(payment.buys, buys),
  )
  if (open) return open
  return addOnlinePayment(tx, order.id, {
    paise,
    buys,
    cause: 'balance',
    status: 'started',
    provider,
    key: `balance-${newId()}`,
    now: clock.now(),
  })
}
