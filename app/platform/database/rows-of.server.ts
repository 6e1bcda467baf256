import { Column, is, type SQL, type SQLWrapper, type Subquery, sql } from 'drizzle-orm'

/** A Drizzle query whose rows are read inside another query. */
interface RowsQuery<Row> extends SQLWrapper {
  readonly _: { readonly result: Row[] }
  as(alias: 'found'): Subquery
}

/**
 * All rows of a query as one column of another query, so that both take one round trip. PostgreSQL sends them as JSON,
 * and each column reads its values as it does in a query of its own.
 */
export function rowsOf<Row>(query: RowsQuery<Row>): SQL<Row[]> {
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
  return sql`(select coalesce(json_agg(found), '[]') from ${found})`.mapWith(
    (rows: Record<string, unknown>[]) => rows.map(readRow) as Row[],
  )
}
