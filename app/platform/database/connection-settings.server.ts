import { Socket } from 'node:net'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg'
import type { Database } from './database.server.ts'
import { retryConflicts } from './database-errors.server.ts'

export interface ServerSettings {
  poolSize: number
  /** The server cancels a statement that takes longer. */
  statementTimeoutSeconds: number
  /** Of another role, which owns the tables and migrates them. */
  ownerUrl?: string
}

export const defaultServerSettings: ServerSettings = {
  poolSize: 10,
  statementTimeoutSeconds: 30,
}

/** For a command that reads a whole shop: a statement over a million orders may take minutes. */
export const longRunningServerSettings: ServerSettings = {
  ...defaultServerSettings,
  statementTimeoutSeconds: 1_800,
}

/** How long to wait for a connection, new or from the pool, in ms. */
const connectTimeoutMs = 5_000
/** How long a statement waits for a row that another transaction has locked, in ms. */
const lockTimeoutMs = 10_000
/** A connection that is silent this much longer than the statement time-out is dead, in ms. */
const graceMs = 10_000

export function connectionSettings(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'cakewala',
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}

/**
 * As `connectionSettings`, for requests and jobs: the server ends statements, lock waits and idle transactions that take
 * too long. A connection that stays silent after that is closed.
 */
export function timeLimitedSettings(url: string, statementTimeoutSeconds: number): ClientConfig {
  const statementTimeoutMs = statementTimeoutSeconds * 1000
  return {
    ...connectionSettings(url),
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    lock_timeout: Math.min(lockTimeoutMs, statementTimeoutMs),
    stream: () => socketWithTimeout(statementTimeoutMs + graceMs),
  }
}

/** A lost connection is replaced at the next use. Without a listener its error ends the process. */
export function createPool(config: PoolConfig): Pool {
  const pool = new Pool(config)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Without a time-out, the kernel waits a quarter of an hour for a server that has vanished from the network. */
function socketWithTimeout(timeoutMs: number): Socket {
  const socket = new Socket()
  socket.setTimeout(timeoutMs, () =>
    socket.destroy(new Error('Connection terminated unexpectedly')),
  )
  return socket
}

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
