import { fillPlaceholders, type Placeholder, type SQL, StringChunk, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import type { Database } from './database.server.ts'

/** Of one kind, in one process. */
const mostShapes = 500

/**
 * Statements that are asked most, put together once for each database and shape, with a placeholder for each value: to
 * write one of some length anew takes longer than to send it. Connections prepare them as any other, by their text; so
 * `prepare('')` gives them no name of their own.
 *
 * @param build puts a statement together; two shapes that differ make different text
 */
export function builtStatements<Shape extends object, Statement extends object>(
  build: (db: Database, shape: Shape) => Statement,
): (db: Database, shape: Shape) => Statement {
  const built = new WeakMap<Database, LRUCache<string, Statement>>()
  return (db, shape) => {
    const ofDatabase = built.get(db) ?? new LRUCache<string, Statement>({ max: mostShapes })
    built.set(db, ofDatabase)
    const key = JSON.stringify(shape)
    const statement = ofDatabase.get(key) ?? build(db, shape)
    ofDatabase.set(key, statement)
    return statement
  }
}

/** What a statement is sent with; an instant as its ISO text. */
type Values<Name extends string> = Record<Name, string | number | null>

/**
 * SQL that is asked most, in transactions or as part of other SQL: put together at its first use, and then only given its
 * values.
 *
 * @param build writes it, with `value('name')` where the value of that name is to be
 */
export function builtSql<Name extends string>(
  build: (value: (name: Name) => Placeholder) => SQL,
): (values: Values<Name>) => SQL {
  let built: { texts: StringChunk[]; params: unknown[] } | undefined
  return (values) => {
    built ??= takenApart(build((name) => sql.placeholder(name)))
    const { texts, params } = built
    const filled = fillPlaceholders(params, values).map((value) => sql.param(value))
    return sql.join(texts.flatMap((text, at) => [...filled.slice(at - 1, at), text]))
  }
}

/** The text between values, and what stands for these. */
function takenApart(written: SQL) {
  const { sql: text, params } = new PgDialect().sqlToQuery(written)
  return { texts: text.split(/\$\d+/).map((part) => new StringChunk(part)), params }
}
