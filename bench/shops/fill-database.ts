import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { cleanUpDatabase } from '#platform/database/cleanup.job.server.ts'
import type { OpenDatabase } from '#platform/database/database.server.ts'
import { openDatabase } from '#platform/database/open-database.server.ts'
import { openJobs } from '#platform/jobs/jobs.server.ts'
import { createLog } from '#platform/log.server.ts'
import { createPasswordHashing } from '#shop/accounts/password/passwords.server.ts'
import { passwordOfAll } from './accounts.ts'
import { dropIndexes } from './drop-indexes.ts'
import { type Amounts, shopRows } from './shop-rows.ts'

/** A shop as it is after so many orders: its busy days have 137 of them, or 2,000 once it has a million. */
export const amountsOf = {
  '1000': { users: 1_000, cakes: 1_000, orders: 1_000, waiting: 120, days: 90 },
  '100000': { users: 30_000, cakes: 5_000, orders: 100_000, waiting: 120, days: 730 },
  '200000': { users: 50_000, cakes: 5_000, orders: 200_000, waiting: 120, days: 730 },
  '1000000': { users: 200_000, cakes: 5_000, orders: 1_000_000, waiting: 3_000, days: 500 },
} satisfies Record<string, Amounts>

/** Fills an empty database with what a busy shop has gathered: on the server of `url`, or embedded in a folder. */
export async function fillDatabase(
  { url, dataDir }: { url: string | undefined; dataDir: string },
  amounts: Amounts,
  say: (line: string) => void,
) {
  const database = await openDatabase({ url, dataDir, migrationsFolder: 'db/migrations' })
  try {
    await fillOpenDatabase(database, amounts, say)
  } finally {
    await database.close()
  }
}

/** As `fillDatabase`, a database that is open already: a million orders take about three minutes on a server. */
export async function fillOpenDatabase(
  database: OpenDatabase,
  amounts: Amounts,
  say: (line: string) => void,
) {
  await declareMailQueue(database)
  const passwordHash = await createPasswordHashing().hash(passwordOfAll)
  await database.copying('write', async ({ tx }) => {
    const timed = async (what: string, work: () => Promise<unknown>) => {
      const start = performance.now()
      await work()
      say(`  ${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
    }
    if (database.kind === 'server') {
      await tx.execute(sql`set local maintenance_work_mem = '512MB'`)
      await tx.execute(sql`set local work_mem = '256MB'`)
    }
    const putBack = await dropIndexes(tx)
    for (const [what, statement] of shopRows(amounts, passwordHash)) {
      await timed(what, () => tx.execute(statement))
    }
    await timed('indexes', putBack)
  })
  // What a server's autovacuum and the shop's own job do by themselves.
  if (database.kind === 'server') await vacuum(database)
  else await cleanUpDatabase(database.db)
}

/** The queue's own tables come with it. */
async function declareMailQueue(database: OpenDatabase) {
  const queue = await openJobs(database, createLog('silent'))
  try {
    await queue.declare([{ job: { name: 'send-mail', data: z.unknown(), retryLimit: 32 } }])
  } finally {
    await queue.close()
  }
}

/** By a connection that may take its time. */
async function vacuum({ pool }: OpenDatabase) {
  const client = await pool?.connect()
  try {
    await client?.query('set statement_timeout = 0')
    await client?.query('vacuum analyze')
    // What was filled in is written out now, not while something is measured; who owns no server may not ask for that.
    await client?.query('checkpoint').catch(() => {})
  } finally {
    client?.release(true)
  }
}
