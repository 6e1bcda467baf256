import { lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { limits } from '../http/limits.tables.server.ts'
import { handles, type Job } from '../jobs/jobs.server.ts'
import type { Database } from './database.server.ts'

const cleanupJob = {
  name: 'tidy-tables',
  data: z.object({}),
  retryLimit: 0,
  schedule: '23 * * * *',
} satisfies Job

export const cleanupHandler = (deps: { db: Database }) =>
  handles(cleanupJob, () => cleanUpDatabase(deps.db))

/**
 * What a server's autovacuum does by itself and the embedded database has nobody for: takes away dead rows, and tells
 * the planner what is in the tables; without, its plans for many orders take several times as long. Table by table with
 * a small sample, because the shop waits meanwhile: some tens of ms for 100,000 orders. On a server it only takes away what
 * was counted for limits that are over.
 */
export async function cleanUpDatabase(db: Database) {
  await db.delete(limits).where(lt(limits.expire, sql`now()`))
  if (!(await isAlone(db))) return
  const { rows } = await db.execute(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  await db.execute(sql`set default_statistics_target = 20`)
  try {
    for (const { name } of rows) await db.execute(sql`vacuum (analyze) ${sql.raw(String(name))}`)
  } finally {
    await db.execute(sql`reset default_statistics_target`)
  }
}

/** Whether the database runs within this process, with no process beside it. */
async function isAlone(db: Database): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select backend_type from pg_stat_activity where pid = pg_backend_pid()`,
  )
  return rows[0]?.backend_type === 'standalone backend'
}
