import { Column, is, type SQL, type Subquery, sql } from 'drizzle-orm'
import type { NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import type { TypedQueryBuilder } from 'drizzle-orm/query-builders/query-builder'
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

/** A Drizzle query without parameters, of a `QueryBuilder`, whose rows are read inside another query. */
interface RowsQuery<Row> {
  readonly _: { readonly result: Row[] }
  as(alias: 'found'): Subquery
  toSQL(): { sql: string; params: unknown[] }
}

/**
 * All rows of a query as one column of another query, so that both take one round trip. PostgreSQL sends them as JSON,
 * and each column reads its values as it does in a query of its own. Its text is written once, here.
 */
export function rowsOf<Row>(query: RowsQuery<Row>): SQL<Row[]> {
  const { sql: text, params } = query.toSQL()
  if (params.length > 0) throw new Error('a query of fixed text has no parameters')
  const found = query.as('found')
  const fields = Object.entries(found._.selectedFields).map(([key, field]) => {
    if (is(field, Column)) return { key, name: field.name, column: field }
    return { key, name: (field as SQL.Aliased).fieldAlias, column: null }
  })
  const readRow = (row: Record<string, unknown>) =>
    Object.fromEntries(
      fields.map(({ key, name, column }) => {
        const value = row[name]
        return [key, column && value !== null ? column.mapFromDriverValue(value) : value]
      }),
    )
  const rows = sql.raw(`(select coalesce(json_agg(found), '[]') from (${text}) found)`)
  return rows.mapWith((found: Record<string, unknown>[]) => found.map(readRow) as Row[])
}

/**
 * A hot query: built once for each database (and each transaction) instead of at each call, and, with a name, parsed once
 * for each connection. Its values are `sql.placeholder`s.
 */
export function hotQuery<Query extends object>(build: (db: Database) => Query) {
  const queries = new WeakMap<Database, Query>()
  return (db: Database): Query => {
    const built = queries.get(db)
    if (built) return built
    const query = build(db)
    queries.set(db, query)
    return query
  }
}

/**
 * Inserts, updates and deletes that are not awaited, by name: what takes them makes them in its own statement. Each sees
 * all rows as they were before, so two of them may not change one row.
 */
export type Changes = Record<string, TypedQueryBuilder<undefined>>

/** Changes as parts of one statement, for `tx.with(…)`. */
export function statementParts(tx: Database, changes: Changes) {
  return Object.entries(changes).map(([name, change]) => tx.$with(name).as(change))
}

/** Makes changes in a statement of their own. */
export async function makeChanges(tx: Database, changes: Changes) {
  await tx
    .with(...statementParts(tx, changes))
    .select({ done: sql`1` })
    .from(sql`(select 1) as one`)
}

/**
 * Whether a lower-case expression contains a text in any case. The text's own '%' and '_' stand for themselves. A text
 * without three letters in a row cannot use a trigram index on the expression, so another index must serve.
 */
export function contains(searched: SQL, text: string): SQL {
  if (!/[\p{L}\p{N}]{3}/u.test(text)) return sql`strpos(${searched}, (select lower(${text}))) > 0`
  return sql`${searched} like lower(${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`})`
}

/** Rows in batches of `size`, none of them empty; `read` has those that follow a row, or the first. */
export async function* inBatches<Row>(
  size: number,
  read: (last: Row | undefined) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  do {
    const batch: Row[] = await read(last)
    if (batch.length > 0) yield batch
    last = batch[size - 1]
  } while (last)
}
