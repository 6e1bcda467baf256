import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import type { Log } from '../log.server.ts'
import { connectionSettings } from './connection-settings.server.ts'
import type { Database, OpenDatabase } from './database.server.ts'

/** Tells the other processes on the same database what has happened. */
export interface Notifications {
  /** Says it once the transaction is committed, and not at all when it is not. At most 7000 bytes are told. */
  tell(tx: Database, what: string): Promise<void>
  close(): Promise<void>
}

export interface NotificationListener {
  /** Another process has said this. */
  told(what: string): void
  /** Another process may have said something that was not heard here. */
  missed(): void
}

/** What a notice may have, in bytes: PostgreSQL takes less than 8000, and some are for who has said it. */
export const maxNotificationBytes = 7_000

interface NotificationSettings {
  channel: string
  listener: NotificationListener
  log: Log
  /** How often to make sure that notices are heard, ms. */
  checkEveryMs?: number
}

/** How long to rest before a lost connection is made anew, ms. */
const restMs = 1_000
/** A server that takes longer to answer is given up, ms. */
const answersWithinMs = 5_000

/**
 * Listens by LISTEN on a connection of its own, which is made anew when it is lost. Through a pooler that gives every
 * statement another connection nothing would be heard; so each process speaks to itself now and then, and what it does
 * not hear of itself it has missed of others too. An embedded database has one process, and nobody to tell.
 */
export async function openNotifications(
  database: OpenDatabase,
  settings: NotificationSettings,
): Promise<Notifications> {
  return database.url === null
    ? { tell: async () => {}, close: async () => {} }
    : listenOn(database.url, settings)
}

async function listenOn(
  url: string,
  { channel, listener, log, checkEveryMs = 10_000 }: NotificationSettings,
): Promise<Notifications> {
  const me = crypto.randomUUID()
  const closing = new AbortController()
  const begun = Promise.withResolvers<void>()
  let isHeard = true

  function hear(payload: string | undefined) {
    const [from, what] = split(payload ?? '')
    // What a process says to itself tells others nothing.
    if (what === '') isHeard ||= from === me
    else if (from !== me) listener.told(what)
  }

  /** Says nothing, to itself; the next time it must have been heard. */
  async function check(client: Client) {
    if (!isHeard) listener.missed()
    isHeard = false
    await client.query('select pg_notify($1, $2)', [channel, `${me} `])
  }

  /** Listens until the connection is lost. */
  async function listen(isFirst: boolean) {
    const lost = new AbortController()
    const over = AbortSignal.any([lost.signal, closing.signal])
    const client = new Client({ ...connectionSettings(url), query_timeout: answersWithinMs })
    client.on('error', () => lost.abort())
    client.on('end', () => lost.abort())
    client.on('notification', ({ payload }) => hear(payload))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(channel)}`)
      if (!isFirst) listener.missed()
      isHeard = true
      begun.resolve()
      while (await rested(checkEveryMs, over)) await check(client)
    } finally {
      void client.end().catch(() => {})
    }
  }

  async function keepListening() {
    for (let round = 0; !closing.signal.aborted; round += 1) {
      await listen(round === 0).catch((error: unknown) => {
        if (round === 0) log.warn({ err: error }, 'other processes are not heard yet')
      })
      begun.resolve()
      await rested(restMs, closing.signal)
    }
  }

  const ended = keepListening()
  await begun.promise
  return {
    async tell(tx, what) {
      await tx.execute(sql`select pg_notify(${channel}, ${`${me} ${what}`})`)
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

/** Comes true after a time, or false at once when it is cut short. */
function rested(ms: number, signal: AbortSignal): Promise<boolean> {
  return pause(ms, true, { signal }).catch(() => false)
}
