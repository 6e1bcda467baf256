import type { AppContext } from '#app/context.server.ts'
import type { Database } from '#platform/database/database.server.ts'
import { addCharges } from '#shop/orders/money/ledger.store.server.ts'
import { type ChargeLine, netCharges } from '#shop/orders/money/ledger.ts'
import type { Order } from '#shop/orders/order.ts'
import type { Paise } from '#shop/values/money.ts'

interface Difference {
  line: Exclude<ChargeLine, 'item'>
  /** Negative if it costs less; a waived part is not given back. */
  morePaise: Paise
  /** The event of this change in charges. */
  event: string
  /** Of the credit note. */
  reason: string
  now: Date
}

/** Charges what the delivery or its slot costs more or less after a change. */
export async function chargeDifference(
  { shop }: Pick<AppContext, 'shop'>,
  tx: Database,
  order: Order,
  { line, morePaise, event, reason, now }: Difference,
): Promise<Order> {
  const owedPaise = netCharges(order).find((net) => net.line === line)?.paise ?? 0
  const paise = Math.max(morePaise, -owedPaise)
  if (paise === 0) return order
  return addCharges(tx, order, {
    charges: [{ line, itemId: null, paise }],
    cause: 'changed',
    event,
    reason: paise < 0 ? reason : '',
    shop,
    now,
  })
}
