import type { Database } from '#platform/database/database.server.ts'
import { operatorRuns } from '../platform/database/platform.tables.server.ts'

/** In place of the last run of the same command. */
export async function storeRun(db: Database, run: typeof operatorRuns.$inferInsert) {
  const { command: target } = operatorRuns
  await db.insert(operatorRuns).values(run).onConflictDoUpdate({ target, set: run })
}

/** How long ago, in seconds, each command last ran, and what it found wrong; without those that never ran. */
export async function lastRuns(db: Database, now: Date) {
  const runs = await db.select().from(operatorRuns)
  const ages = runs.map(({ command, endedAt }) => [command, (+now - +endedAt) / 1000])
  const errors = runs.map((run) => [run.command, run.errors])
  return { ages: Object.fromEntries(ages), errors: Object.fromEntries(errors) }
}
