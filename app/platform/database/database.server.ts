import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { IDatabase } from 'pg-boss'

/** What stores and use cases write SQL with: the database itself or an open transaction, embedded or on a server. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** An open database and what the rest of the platform needs of it. */
export interface OpenDatabase {
  kind: 'embedded' | 'server'
  db: Database
  /** The same database as the job queue sees it. */
  queue: IDatabase
  close(): Promise<void>
}
