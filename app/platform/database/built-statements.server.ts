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
