import pLimit from 'p-limit'
import type { Log } from '#platform/log.server.ts'

/** A company that answers slowly is asked about so many at once. */
const atOnce = 8

/** Does the work for each. One that its company chokes on is logged, and does not keep the others waiting. */
export async function eachApart<Item extends { id: string }>(
  log: Log,
  { items, named }: { items: readonly Item[]; named: 'orderId' | 'refundId' | 'paymentId' },
  work: (item: Item) => Promise<unknown>,
) {
  const limit = pLimit(atOnce)
  async function one(item: Item) {
    try {
      await work(item)
    } catch (error) {
      log.error({ err: error, [named]: item.id }, 'a payment could not be reconciled')
    }
  }
  await Promise.all(items.map((item) => limit(() => one(item))))
}
