import { Socket } from 'node:net'
import { type ClientConfig, Pool, type PoolConfig } from 'pg'

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
