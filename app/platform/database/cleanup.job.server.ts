import { lt, sql } from 'drizzle-orm'
import { handles, scheduledJob } from '../jobs/job.server.ts'
import type { Database } from './database.server.ts'
import { limits } from './platform.tables.server.ts'

const cleanupJob = scheduledJob('clean-up-database', '23 * * * *')

export const cleanupHandler = (deps: { db: Database }) =>
  handles(cleanupJob, () => cleanUpDatabase(deps.db))

/**
 * Deletes limits that have expired. In the embedded database, which has no autovacuum, it also removes dead rows and updates
 * the planner's statistics: without them, plans for many orders take several times as long. It goes table by table with a
 * small sample, because the shop waits meanwhile: less than 100 ms for 100,000 orders.
 */
export async function cleanUpDatabase(db: Database) {
  await db.delete(limits).where(lt(limits.expire, sql`now()`))
  if (!(await isEmbedded(db))) return
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

async function isEmbedded(db: Database): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select backend_type from pg_stat_activity where pid = pg_backend_pid()`,
  )
  return rows[0]?.backend_type === 'standalone backend'
}
