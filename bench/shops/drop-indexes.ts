import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'

/**
 * Takes away the indexes and foreign keys of the shop's tables, but for keys: many rows at once are written faster without, and
 * an index is smaller when it is built at once.
 *
 * @returns what puts them back as they were
 */
export async function dropIndexes(tx: Database): Promise<() => Promise<void>> {
  const keys = await statements(
    tx,
    sql`select format('alter table %s drop constraint %I', conrelid::regclass, conname) as take,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as put
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  const indexes = await statements(
    tx,
    sql`select format('drop index %s', indexrelid::regclass) as take, pg_get_indexdef(indexrelid) as put
      from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = 'public'::regnamespace and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
  )
  for (const { take } of [...keys, ...indexes]) await tx.execute(sql.raw(take))
  return async () => {
    for (const { put } of [...indexes, ...keys]) await tx.execute(sql.raw(put))
  }
}

async function statements(tx: Database, query: ReturnType<typeof sql>) {
  const { rows } = await tx.execute(query)
  return rows.map(({ take, put }) => ({ take: String(take), put: String(put) }))
}
