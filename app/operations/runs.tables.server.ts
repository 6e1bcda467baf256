import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#platform/database/instant.tables.server.ts'

/** The last run of each command that somebody watches: those of a server's database run in processes of their own. */
export const operatorRuns = pgTable('operator_runs', {
  /** 'backup' or 'check-consistency'. */
  command: text().primaryKey(),
  endedAt: instant('ended_at').notNull(),
  /** What it found wrong. */
  errors: integer().notNull(),
})
