import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import type { Log } from '../log.server.ts'
import { connectionSettings } from './connection-settings.server.ts'
import type { Database, OpenDatabase } from './database.server.ts'

export interface Notifications {
  /** Sends a message of at most 7000 bytes when the transaction is committed. */
  notify(tx: Database, message: string): Promise<void>
  close(): Promise<void>
}

export interface NotificationListener {
  onNotification(message: string): void
  /** Another process may have sent something that did not arrive. */
  onMissed(): void
}

/** In bytes. PostgreSQL takes less than 8000, and some of them name the sender. */
export const maxNotificationBytes = 7_000

interface NotificationSettings {
  channel: string
  listener: NotificationListener
  log: Log
  /** How often to check that notifications arrive, in ms. */
  checkEveryMs?: number
  /** How often to assume that some were missed while LISTEN fails, in ms. */
  assumeMissedEveryMs?: number
}

/** In ms. */
const reconnectAfterMs = 1_000
/** In ms. */
const responseTimeoutMs = 5_000

/**
 * Listens by LISTEN on a connection of its own and reconnects when it is disconnected. Behind a pooler that gives every
 * statement another connection, no notification arrives. So each process regularly notifies itself: if that does not
 * arrive, it has missed those of others too. Where LISTEN itself fails, notifications are assumed to be missed every five
 * minutes. An embedded database has only one process.
 */
export async function openNotifications(
  database: OpenDatabase,
  settings: NotificationSettings,
): Promise<Notifications> {
  return database.url === null
    ? { notify: async () => {}, close: async () => {} }
    : listenOn(database.url, settings)
}

async function listenOn(
  url: string,
  {
    channel,
    listener,
    log,
    checkEveryMs = 10_000,
    assumeMissedEveryMs = 5 * 60_000,
  }: NotificationSettings,
): Promise<Notifications> {
  const ownId = crypto.randomUUID()
  const closing = new AbortController()
  const started = Promise.withResolvers<void>()
  let hasArrived = true

  function receive(payload: string | undefined) {
    const [from, message] = split(payload ?? '')
    // An empty message is a process's check of itself.
    if (message === '') hasArrived ||= from === ownId
    else if (from !== ownId) listener.onNotification(message)
  }

  /** Sends an empty message to itself, which must have arrived by the next check. */
  async function check(client: Client) {
    if (!hasArrived) listener.onMissed()
    hasArrived = false
    await client.query('select pg_notify($1, $2)', [channel, `${ownId} `])
  }

  async function listen(isFirst: boolean) {
    const disconnected = new AbortController()
    const stop = AbortSignal.any([disconnected.signal, closing.signal])
    const client = new Client({ ...connectionSettings(url), query_timeout: responseTimeoutMs })
    client.on('error', () => disconnected.abort())
    client.on('end', () => disconnected.abort())
    client.on('notification', ({ payload }) => receive(payload))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      if (!isFirst) listener.onMissed()
      hasArrived = true
      started.resolve()
      while (await pauseUntil(checkEveryMs, stop)) await check(client)
    } finally {
      void client.end().catch(() => {})
    }
  }

  async function listenAndReconnect() {
    let assumedMissedAt = performance.now()
    for (let round = 0; !closing.signal.aborted; round += 1) {
      await listen(round === 0).catch((error: unknown) => {
        if (round === 0)
          log.warn({ err: error }, 'notifications of other processes do not arrive yet')
      })
      started.resolve()
      if (performance.now() - assumedMissedAt >= assumeMissedEveryMs) {
        listener.onMissed()
        assumedMissedAt = performance.now()
      }
      await pauseUntil(reconnectAfterMs, closing.signal)
    }
  }

  const ended = listenAndReconnect()
  await started.promise
  return {
    async notify(tx, message) {
      await tx.execute(sql`select pg_notify(${channel}, ${`${ownId} ${message}`})`)
    },
    async close() {
      closing.abort()
      await ended
    },
  }
}

function split(payload: string): [from: string, what: string] {
  const at = payload.indexOf(' ')
  return [payload.slice(0, at), payload.slice(at + 1)]
}

/** True after a time, or false at once when the signal aborts. */
function pauseUntil(ms: number, signal: AbortSignal): Promise<boolean> {
  return pause(ms, true, { signal }).catch(() => false)
}
