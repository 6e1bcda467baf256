import { eq, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'
import { pictures } from '#shop/pictures/pictures.tables.server.ts'
import type { ConsistencyRule } from './consistency-rule.server.ts'

/** The pictures of cakes and orders must exist. */
export const pictureRules: ConsistencyRule[] = [
  {
    name: 'picture-rows',
    severity: 'error',
    requirement: 'Every picture of an order or a cake exists.',
    remedy: 'Restore it from a backup, or ask the customer for the design again.',
    rows: () => sql`
      select 'picture ' || shown.id || ' of order ' || min(shown.number) as what
      from (
        select o.number, substring(shown_at from '/pictures/([0-9a-z]{1,64})/') as id
        from order_items i join orders o on o.id = i.order_id, unnest(i.image) as shown_at
      ) shown left join pictures p on p.id = shown.id
      where shown.id is not null and p.id is null group by shown.id
      union all
      select 'picture ' || c.picture_id || ' of the cake ' || c.cake_id
      from cake_pictures c left join pictures p on p.id = c.picture_id where p.id is null`,
  },
]

export async function pictureExists(db: Database, id: string): Promise<boolean> {
  return (await db.$count(pictures, eq(pictures.id, id))) > 0
}
