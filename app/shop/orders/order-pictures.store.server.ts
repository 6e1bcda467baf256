import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { pictureIdIn } from '#shop/pictures/picture-sizes.ts'
import { picturePaths } from '#shop/pictures/pictures.store.server.ts'
import { orderItems } from './orders.tables.server.ts'

/** Those of the pictures that an item of any order shows. */
export async function picturesInOrders(db: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const addresses = sql.param(ids.flatMap(picturePaths))
  const { rows } = await db.execute(sql`
    select address from unnest(${addresses}::text[]) as address
    where exists (select 1 from ${orderItems} where ${orderItems.image} @> array[address])`)
  return rows.map(({ address }) => pictureIdIn(String(address))).filter((id) => id !== null)
}
