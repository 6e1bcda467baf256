import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/database.server.ts'

const jobs = sql.raw("(select name, data, state from pgboss.job where name not like '\\_\\_%')")

/** Sessions without the time of their last use, which every request may move. */
const sessions = sql.raw('(select id, user_id, token, expires_at from sessions)')

/** Refusals are security entries. */
const changes = sql.raw("(select * from audit_log where kind = 'change')")

/** What every table holds, and which jobs wait, as a count and a digest: equal before and after means untouched. */
export async function tableContents(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await db.execute(
    sql`select tablename as name from pg_tables
        where schemaname = 'public' or (schemaname = 'pgboss' and tablename = 'job')`,
  )
  const names = tables.map(({ name }) => String(name))
  const sources = new Map([
    ['job', jobs],
    ['sessions', sessions],
    ['audit_log', changes],
  ])
  const digests = names.map((name) => digestOf(name, sources.get(name) ?? sql.identifier(name)))
  const { rows } = await db.execute(sql.join(digests, sql` union all `))
  return Object.fromEntries(rows.map(({ name, digest }) => [String(name), String(digest)]))
}

function digestOf(name: string, source: SQL | ReturnType<typeof sql.identifier>): SQL {
  const all = sql`coalesce(string_agg(t::text, ',' order by t::text), '')`
  return sql`select ${name}::text as name, count(*) || ' ' || md5(${all}) as digest from ${source} t`
}
