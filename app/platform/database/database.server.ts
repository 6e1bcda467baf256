import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ConstructorOptions } from 'pg-boss'

/** Both drivers answer raw SQL with `rows`. */
interface RowsResult extends PgQueryResultHKT {
  type: { rows: Record<string, unknown>[] }
}

/** What stores and use cases write SQL with: the database itself or an open transaction, embedded or on a server. */
export type Database = PgDatabase<RowsResult, Record<string, never>>

/** An open database and what the rest of the platform needs of it. */
export interface OpenDatabase {
  kind: 'embedded' | 'server'
  /** Its own transactions are tried again after a conflict with another; see `retryConflicts`. */
  db: Database
  /** The same database as the job queue sees it. */
  queue: NonNullable<ConstructorOptions['db']>
  /** The address of a server, for connections of one's own; null for the embedded database. */
  url: string | null
  close(): Promise<void>
}
