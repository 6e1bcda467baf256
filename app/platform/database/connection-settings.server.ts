import { Socket } from 'node:net'
import type { ClientConfig } from 'pg'

export interface ServerSettings {
  /** Connections of this process at the most. */
  poolSize: number
  /** A statement that takes longer is ended. */
  statementTimeoutSeconds: number
}

export const defaultServerSettings: ServerSettings = {
  poolSize: 10,
  statementTimeoutSeconds: 30,
}

/** For a command that reads a whole shop: one statement over a million orders may take minutes. */
export const longRunningServerSettings: ServerSettings = {
  ...defaultServerSettings,
  statementTimeoutSeconds: 1_800,
}

/** How long to wait for a connection, be it a new one or one of the pool, ms. */
const connectWithinMs = 5_000
/** How long a statement waits for what another transaction holds, ms. */
const lockedAtMostMs = 10_000
/** How much longer than any statement or pause may last a connection must be silent to be taken for dead, ms. */
const silenceMs = 10_000

/** Every connection to a server: who asks, how soon to give up, and that the network is told we are alive. */
export function connectionSettings(url: string): ClientConfig {
  return {
    connectionString: url,
    application_name: 'cakewala',
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}

/**
 * As `connectionSettings`, for what answers people: the server ends statements, waits and forgotten transactions that
 * take too long, and a server that says nothing at all is given up soon after.
 */
export function timeLimitedSettings(url: string, statementTimeoutSeconds: number): ClientConfig {
  const longestMs = statementTimeoutSeconds * 1000
  return {
    ...connectionSettings(url),
    statement_timeout: longestMs,
    idle_in_transaction_session_timeout: longestMs,
    lock_timeout: Math.min(lockedAtMostMs, longestMs),
    stream: () => mortalSocket(longestMs + silenceMs),
  }
}

/** The kernel would wait a quarter of an hour for a server that has vanished from the network. */
function mortalSocket(silentAtMostMs: number): Socket {
  const socket = new Socket()
  socket.setTimeout(silentAtMostMs, () =>
    socket.destroy(new Error('Connection terminated unexpectedly')),
  )
  return socket
}
