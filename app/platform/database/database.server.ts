import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import type { ConstructorOptions } from 'pg-boss'

/** Both drivers answer raw SQL with `rows`. */
interface RowsResult extends PgQueryResultHKT {
  type: { rows: Record<string, unknown>[] }
}

/** What stores and use cases write SQL with: the database itself or an open transaction, embedded or on a server. */
export type Database = PgDatabase<RowsResult, Record<string, never>>

/** A table and those of its columns that are stored, both as the database spells them. */
export interface TableName {
  name: string
  columns: string[]
}

/** A transaction in which whole tables are read or filled, as the text that PostgreSQL's COPY speaks: a row is a line. */
export interface CopyTransaction {
  tx: Database
  read(table: TableName): AsyncIterable<Uint8Array>
  /** Adds rows; identities are taken as given. The text may be cut anywhere. */
  write(table: TableName, text: AsyncIterable<Uint8Array>): Promise<void>
}

/**
 * Runs `work` in one transaction that may take as long as it needs: 'read' sees the database as it is at its beginning
 * and changes nothing, 'write' is committed as a whole.
 */
export type Copying = <Result>(
  mode: 'read' | 'write',
  work: (copy: CopyTransaction) => Promise<Result>,
) => Promise<Result>

/** An open database and what the rest of the platform needs of it. */
export interface OpenDatabase {
  kind: 'embedded' | 'server'
  /** Its own transactions are tried again after a conflict with another; see `retryConflicts`. */
  db: Database
  /** The same database as the job queue sees it. */
  queue: NonNullable<ConstructorOptions['db']>
  /** The address of a server, for connections of one's own; null for the embedded database. */
  url: string | null
  /** The connections to a server, to be watched; null for the embedded database. */
  pool: Pool | null
  /** Reads or fills whole tables. */
  copying: Copying
  close(): Promise<void>
}
