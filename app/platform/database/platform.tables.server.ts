import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const instant = (name: string) => timestamp(name, { withTimezone: true })

/** Counters of limits, if several processes count together. Unlogged: a crash of the server resets them. */
export const limits = pgTable('limits', {
  key: text().primaryKey(),
  points: integer().notNull(),
  expire: timestamp({ withTimezone: true }),
})

/** The last run of each command that somebody watches: those of a server's database run in processes of their own. */
export const operatorRuns = pgTable('operator_runs', {
  /** 'backup' or 'check-consistency'. */
  command: text().primaryKey(),
  endedAt: instant('ended_at').notNull(),
  /** What it found wrong. */
  errors: integer().notNull(),
})
