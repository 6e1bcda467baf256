import type { Database } from '#platform/database/database.server.ts'
import { picturesOnCakes } from '#shop/cakes/cakes.store.server.ts'
import { picturesInOrders } from './order-pictures.store.server.ts'

/** Those of the pictures that a cake or an order shows; nothing else in the shop refers to pictures. */
export async function picturesInUse(db: Database, ids: string[]): Promise<ReadonlySet<string>> {
  const onCakes = new Set(await picturesOnCakes(db, ids))
  const others = ids.filter((id) => !onCakes.has(id))
  return onCakes.union(new Set(await picturesInOrders(db, others)))
}
