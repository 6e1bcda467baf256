import { and, asc, count, eq, gt, or } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import type { OrderPaper } from '#shop/orders/papers/papers.store.server.ts'
import { orderPapers } from '#shop/orders/papers/papers.tables.server.ts'
import type { ShopDetails } from '#shop/values/shop-details.ts'
import type { Period } from '../month/month.ts'
import { papersWithin } from '../month/month-papers.store.server.ts'

type Shop = Pick<ShopDetails, 'takesTestPayments'>

const papersPerBatch = 100

/** All papers of a period, in the order of issue. */
export async function* papersInBatches(
  db: Database,
  period: Period,
  shop: Shop,
): AsyncGenerator<OrderPaper[]> {
  const { id, issuedAt } = orderPapers
  let last: OrderPaper | undefined
  do {
    const isNext =
      last && or(gt(issuedAt, last.issuedAt), and(eq(issuedAt, last.issuedAt), gt(id, last.id)))
    const batch: OrderPaper[] = await db
      .select()
      .from(orderPapers)
      .where(and(papersWithin(period, shop), isNext))
      .orderBy(asc(issuedAt), asc(id))
      .limit(papersPerBatch)
    if (batch.length > 0) yield batch
    last = batch[papersPerBatch - 1]
  } while (last)
}

export async function countPapers(db: Database, period: Period, shop: Shop): Promise<number> {
  const [found] = await db
    .select({ papers: count() })
    .from(orderPapers)
    .where(papersWithin(period, shop))
  return found?.papers ?? 0
}
