import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { connectionSettings } from '../database/connection-settings.server.ts'
import type { Database, OpenDatabase } from '../database/database.server.ts'
import type { Log } from '../log.server.ts'

/** Transactions that change what caches in memory hold, in this process and in others. */
export interface CacheInvalidation {
  /**
   * Runs a transaction that names the tags of what it changes. Once it is committed, the caches of this process are
   * up to date before this returns, those of the other processes soon after.
   */
  transaction<Result>(
    db: Database,
    change: (tx: Database, invalidate: (tags: Iterable<string>) => void) => Promise<Result>,
  ): Promise<Result>
}

type Tags = ReadonlySet<string>

/**
 * Resolves once this process serves nothing that is older than a change of what has these tags.
 * Never rejects, since the change is already committed.
 */
export type Invalidate = (tags: Tags | 'everything') => Promise<void>

/** Sends tags to the other processes when the transaction is committed. */
type Notify = (tx: Database, tags: Tags) => Promise<void>

export function createCacheInvalidation(notify: Notify, invalidate: Invalidate): CacheInvalidation {
  return {
    async transaction(db, change) {
      const changed = new Set<string>()
      const result = await db.transaction(async (tx) => {
        // The transaction may be retried.
        changed.clear()
        const returned = await change(tx, (tags) => {
          for (const tag of tags) changed.add(tag)
        })
        if (changed.size > 0) await notify(tx, changed)
        return returned
      })
      if (changed.size > 0) await invalidate(changed)
      return result
    },
  }
}

/** In ms: how often to check that notifications arrive, and how often to assume that some were missed while LISTEN fails. */
const usualIntervals = { check: 10_000, assumeMissed: 5 * 60_000 }

/**
 * Cache invalidation across all processes on the database, by LISTEN and NOTIFY. After a lost connection everything is
 * invalidated. An embedded database has only one process.
 */
export async function openCacheInvalidation(
  database: OpenDatabase,
  invalidate: Invalidate,
  log: Log,
  intervals = usualIntervals,
) {
  const { notify, close } =
    database.url === null
      ? { notify: async () => {}, close: async () => {} }
      : await listenOn(database.url, invalidate, log, intervals)
  return { cacheInvalidation: createCacheInvalidation(notify, invalidate), close }
}

const channel = 'cakewala_pages'
const reconnectAfterMs = 1_000
const responseTimeoutMs = 5_000

/**
 * Listens on a connection of its own and reconnects when it is disconnected. Behind a pooler that gives every statement
 * another connection, no notification arrives. So each process regularly notifies itself: if that does not arrive, it has
 * missed those of others too. Where LISTEN itself fails, notifications are assumed to be missed every five minutes.
 */
async function listenOn(
  url: string,
  invalidate: Invalidate,
  log: Log,
  intervals: typeof usualIntervals,
) {
  const ownId = crypto.randomUUID()
  const closing = new AbortController()
  const started = Promise.withResolvers<void>()
  let hasArrived = true
  const onMissed = () => void invalidate('everything')

  function receive(payload: string) {
    const at = payload.indexOf(' ')
    const [from, message] = [payload.slice(0, at), payload.slice(at + 1)]
    // An empty message is a process's check of itself.
    if (message === '') hasArrived ||= from === ownId
    else if (from !== ownId) void invalidate(parse(message))
  }

  /** Sends an empty message to itself, which must have arrived by the next check. */
  async function check(client: Client) {
    if (!hasArrived) onMissed()
    hasArrived = false
    await client.query('select pg_notify($1, $2)', [channel, `${ownId} `])
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
      await client.query(`listen ${channel}`)
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
        if (round === 0)
          log.warn({ err: error }, 'notifications of other processes do not arrive yet')
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
    async notify(tx: Database, tags: Tags) {
      await tx.execute(sql`select pg_notify(${channel}, ${`${ownId} ${serialize(tags)}`})`)
    },
    async close() {
      closing.abort()
      await ended
    },
  }
}

/** In bytes. PostgreSQL takes less than 8000, and some of them name the sender. */
const maxNotificationBytes = 7_000

function serialize(tags: Tags): string {
  const message = JSON.stringify([...tags])
  return Buffer.byteLength(message) <= maxNotificationBytes ? message : JSON.stringify('everything')
}

function parse(message: string): Tags | 'everything' {
  const tags: string[] | 'everything' = JSON.parse(message)
  return tags === 'everything' ? tags : new Set(tags)
}

/** True after a time, or false at once when the signal aborts. */
function pauseUntil(ms: number, signal: AbortSignal): Promise<boolean> {
  return pause(ms, true, { signal }).catch(() => false)
}
