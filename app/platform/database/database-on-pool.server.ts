import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import type { Database } from './database.server.ts'
import { retryConflicts } from './database-errors.server.ts'

/** The database behind a pool of connections. Its transactions are retried after a conflict. */
export function databaseOnPool(pool: Pool): Database {
  const onConnections = new WeakMap<PoolClient, Database>()

  /** What Drizzle knows of the tables is kept for each connection. */
  function databaseOn(client: PoolClient): Database {
    const database = onConnections.get(client) ?? drizzle({ client })
    onConnections.set(client, database)
    return database
  }

  /** Drizzle 0.45 never releases a connection of the pool that dies during `begin`: it sends `begin` outside its `try`. */
  const transact: Database['transaction'] = async (change, config) => {
    const client = await pool.connect().catch((error: Error) => {
      throw new DrizzleQueryError('begin', [], error)
    })
    try {
      return await databaseOn(client).transaction(change, config)
    } finally {
      client.release()
    }
  }

  return retryConflicts(drizzle({ client: pool }), transact)
}
