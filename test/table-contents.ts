import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'

/** What every table holds, and which jobs wait, as a count and a digest: equal before and after means untouched. */
export async function tableContents(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await db.execute(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const sources = tables.map(({ name }) => ({
    name: String(name),
    from: sql.identifier(String(name)),
  }))
  const jobs = {
    name: 'jobs',
    from: sql.raw("(select name, data, state from pgboss.job where name not like '\\_\\_%')"),
  }
  const selects = [...sources, jobs].map(
    ({ name, from }) =>
      sql`select ${name}::text as name, count(*) || ' ' || md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as digest from ${from} t`,
  )
  const { rows } = await db.execute(sql.join(selects, sql` union all `))
  return Object.fromEntries(rows.map(({ name, digest }) => [String(name), String(digest)]))
}
