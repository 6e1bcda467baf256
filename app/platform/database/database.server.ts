import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import type { ConstructorOptions } from 'pg-boss'

/** The database or an open transaction, embedded or on a server. */
export type Database = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

export interface TableName {
  name: string
  columns: string[]
}

/** A transaction that reads or fills whole tables in the text format of PostgreSQL's COPY: a row is a line. */
export interface CopyTransaction {
  tx: Database
  read(table: TableName): AsyncIterable<Uint8Array>
  /** Adds rows with their identities. A chunk of the text may end anywhere. */
  write(table: TableName, text: AsyncIterable<Uint8Array>): Promise<void>
}

/**
 * Runs `work` in one transaction without a time limit. 'read' sees the database as it was at the start, 'write' is committed
 * as a whole.
 */
export type Copying = <Result>(
  mode: 'read' | 'write',
  work: (copy: CopyTransaction) => Promise<Result>,
) => Promise<Result>

/** An open database and what the rest of the platform needs of it. */
export interface OpenDatabase {
  kind: 'embedded' | 'server'
  /** Its transactions are retried after a conflict; see `retryConflicts`. */
  db: Database
  queue: Required<Pick<NonNullable<ConstructorOptions['db']>, 'executeSql' | 'listen'>>
  /** The URL of a server, for separate connections; null for the embedded database. */
  url: string | null
  /** The connections to a server, for metrics; null for the embedded database. */
  pool: Pool | null
  /** Whether its role may change tables. If not, the job queue has been installed by the one that may. */
  ownsSchema: boolean
  copying: Copying
  close(): Promise<void>
}
