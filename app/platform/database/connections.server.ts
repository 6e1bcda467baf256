import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import {
  Client,
  type ClientConfig,
  escapeIdentifier,
  Pool,
  type PoolClient,
  type PoolConfig,
} from 'pg'
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

export interface Listener {
  onNotification(payload: string): void
  /** Called when notifications may have been missed. */
  onMissed(): void
  /** Called when the first attempt to listen has failed. */
  onFailed?(error: unknown): void
}

/** In ms: how often to check that notifications arrive, and how often to assume that some were missed while LISTEN fails. */
const usualIntervals = { check: 10_000, assumeMissed: 5 * 60_000 }
export type ListenIntervals = typeof usualIntervals

const reconnectAfterMs = 1_000
const responseTimeoutMs = 5_000
const checkPrefix = 'check '

/**
 * Listens on a connection of its own and reconnects when it is disconnected. Behind a pooler that gives every statement
 * another connection, no notification arrives. So each process regularly notifies itself: if that does not arrive, it has
 * missed those of others too. Where LISTEN itself fails, notifications are assumed to be missed every five minutes.
 */
export async function listenOnServer(
  url: string,
  channel: string,
  { onNotification, onMissed, onFailed }: Listener,
  intervals = usualIntervals,
) {
  const ownCheck = checkPrefix + crypto.randomUUID()
  const closing = new AbortController()
  const started = Promise.withResolvers<void>()
  let hasArrived = true

  function receive(payload: string) {
    if (payload.startsWith(checkPrefix)) hasArrived ||= payload === ownCheck
    else onNotification(payload)
  }

  /** Notifies itself, which must have arrived by the next check. */
  async function check(client: Client) {
    if (!hasArrived) onMissed()
    hasArrived = false
    await client.query('select pg_notify($1, $2)', [channel, ownCheck])
  }

  async function listen(isFirst: boolean) {
    const disconnected = new AbortController()
    const stop = AbortSignal.any([disconnected.signal, closing.signal])
    const client = new Client({ ...connectionSettings(url), query_timeout: responseTimeoutMs })
    client.on('error', () => disconnected.abort())
    client.on('end', () => disconnected.abort())
    client.on('notification', ({ payload = '' }) => receive(payload))
    try {
      await client.connect()
      await client.query(`listen ${escapeIdentifier(channel)}`)
      if (!isFirst) onMissed()
      hasArrived = true
      started.resolve()
      while (await pauseUntil(intervals.check, stop)) await check(client)
    } finally {
      void client.end().catch(() => {})
    }
  }

  async function listenAndReconnect() {
    let assumedMissedAt = performance.now()
    for (let round = 0; !closing.signal.aborted; round += 1) {
      await listen(round === 0).catch((error: unknown) => {
        if (round === 0) onFailed?.(error)
      })
      started.resolve()
      if (performance.now() - assumedMissedAt >= intervals.assumeMissed) {
        onMissed()
        assumedMissedAt = performance.now()
      }
      await pauseUntil(reconnectAfterMs, closing.signal)
    }
  }

  const ended = listenAndReconnect()
  await started.promise
  return {
    async close() {
      closing.abort()
      await ended
    },
  }
}

/** True after a time, or false at once when the signal aborts. */
function pauseUntil(ms: number, signal: AbortSignal): Promise<boolean> {
  return pause(ms, true, { signal }).catch(() => false)
}
